import { ledgerProblem } from '@baseplate/platform/money/door'
import { formatReason, type ReasonFormats } from '@baseplate/texts/reason'
import { t } from '#lib/texts/t.ts'
import { textOf } from './language.ts'

/** Reasons of an attempt without a decision of the ledger. */
const formats: ReasonFormats = [
  [/^the economy service has not answered$/, () => t('payments.no_answer')],
  [/^the economy service cannot be reached$/, () => t('payments.unreachable')],
  [/^the economy service answered (?<status>\d+)/, ({ status = '' }) => t('payments.status', { status })],
]

/** Replaces the reason of a payment by one in the reader's language. */
export const withReason = <Payment extends { reason: string | null }>(payment: Payment): Payment => ({
  ...payment,
  reason: payment.reason && reasonWords(payment.reason),
})

/** Returns why a payment failed or waits, for operators. A rare reason stays in the ledger's own words. */
function reasonWords(reason: string): string {
  const words = formatReason(formats, reason)
  if (words !== reason) return words
  const problem = ledgerProblem(reason)
  return problem.code === 'economy.refused' ? t('payments.refused', { message: reason }) : textOf(problem)
}
