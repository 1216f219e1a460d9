import { useCase } from '../../accounts/door.ts'
import { administratorAccess } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import { noInput } from '../../foundation/input.ts'
import { withUsernames } from '../../money/door.ts'
import { reconcile } from './reconcile.ts'

/** Bounds the time of the page: the economy service returns a hundred events per request. */
const newestEvents = 2_000

export const viewEconomy = useCase(
  {
    summary:
      'Shows the money supply, and reconciles the newest part of the ledger with the payments. The command `reconcile` covers all of it.',
    ...administratorAccess,
    input: noInput,
  },
  async (platform: Parameters<typeof reconcile>[0]) => {
    try {
      const [totals, reconciliation] = await Promise.all([
        platform.economy.readTotals(),
        reconcile(platform, newestEvents),
      ])
      const [waiting, faults] = await Promise.all([
        withUsernames(platform.db, reconciliation.waiting),
        withUsernames(platform.db, reconciliation.faults),
      ])
      return { totals, reconciliation: { ...reconciliation, waiting, faults } }
    } catch (error) {
      if (error instanceof Refused && error.reason === 'failed') return { totals: null, reconciliation: null }
      throw error
    }
  },
)
