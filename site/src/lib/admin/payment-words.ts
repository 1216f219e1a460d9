import type { Difference } from '@baseplate/platform/operations/door'
import { formatTime } from '#lib/texts/format.ts'
import { t } from '#lib/texts/t.ts'

const differences = {
  charged: 'payments.charged',
  unlike: 'payments.unlike',
  unknown: 'payments.unknown',
  uncharged: 'payments.uncharged',
  ungranted: 'payments.ungranted',
} as const satisfies Record<Difference, string>

/** States how a payment differs between the database and the ledger. */
export const differenceWords = ({ id, difference }: { id: string; difference: Difference }): string =>
  t(differences[difference], { id })

/** States when a pending payment began, and why it is pending. */
export function overdueWords({
  id,
  created,
  reason,
}: {
  id: string
  created: number
  reason: string | null
}) {
  const values = { id, when: formatTime(new Date(created)) }
  return reason === null
    ? t('payments.overdue', values)
    : t('payments.overdue_because', { ...values, reason })
}

/** States that a payment waits for the ledger. */
export const waitingWords = (payment: {
  id: string
  created: number
  overdue: { reason: string | null } | null
}): string =>
  payment.overdue
    ? overdueWords({ ...payment, reason: payment.overdue.reason })
    : t('payments.waiting', { id: payment.id })
