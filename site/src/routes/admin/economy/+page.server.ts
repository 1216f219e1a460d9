import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import { withUsernames } from '@baseplate/platform/money/wallet/account-names'
import { reconcile } from '@baseplate/platform/operations/reconciliation/reconcile'
import { asActor } from '#lib/server/as-actor.ts'
import { withReason } from '#lib/server/payment-reason.ts'
import type { PageServerLoad } from './$types'

/** Bounds the time of the page: the economy service returns a hundred events per request. */
const newestEvents = 2_000

/**
 * Shows the money supply, and reconciles the newest part of the ledger with the payments. The command `reconcile` covers
 * all of it.
 */
export const load: PageServerLoad = async (event) => {
  const { platform } = asActor(event, permissionLevel.administrator)
  try {
    const [totals, reconciliation] = await Promise.all([
      platform.economy.readTotals(),
      reconcile(platform, newestEvents),
    ])
    const pending = reconciliation.waiting.map(({ overdue, ...payment }) => ({
      ...payment,
      overdue: overdue && withReason(overdue),
    }))
    const [waiting, faults] = await Promise.all([
      withUsernames(platform.db, pending),
      withUsernames(platform.db, reconciliation.faults),
    ])
    return { totals, reconciliation: { ...reconciliation, waiting, faults } }
  } catch (error) {
    if (error instanceof Refused && error.reason === 'failed') return { totals: null, reconciliation: null }
    throw error
  }
}
