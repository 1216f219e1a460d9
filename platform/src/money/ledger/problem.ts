import { type Problem, problem } from '../../foundation/problem.ts'

const tooLow = /^insufficient balance: balance was (\S+) unit, at least (\S+) unit is required$/

/** Returns the problem that a refusal of the ledger states. Its English message is the ledger's own text. */
export function ledgerProblem(text: string): Problem {
  const [, balance, needed] = tooLow.exec(text) ?? []
  if (balance !== undefined && needed !== undefined)
    return problem('economy.balance_too_low', { balance, needed })
  if (text === 'Next stipend not available yet') return problem('economy.stipend_not_due')
  return problem('economy.refused', { message: text })
}
