import { englishOf, type Problem, problem } from '../../foundation/problem.ts'

const tooLow = /^insufficient balance: balance was (\S+) unit, at least (\S+) unit is required$/

const unavailable = problem('economy.unavailable')
const otherLedger = problem('economy.other_ledger')

/** Returns the problem behind the reason of a failed payment. Its English message is that reason. */
export function ledgerProblem(text: string): Problem {
  const [, balance, needed] = tooLow.exec(text) ?? []
  if (balance !== undefined && needed !== undefined)
    return problem('economy.balance_too_low', { balance, needed })
  if (text === englishOf(unavailable)) return unavailable
  if (text === englishOf(otherLedger)) return otherLedger
  if (text === 'Next stipend not available yet') return problem('economy.stipend_not_due')
  if (text === 'mint would exceed the maximum supply') return problem('economy.supply_exceeded')
  return problem('economy.refused', { message: text })
}
