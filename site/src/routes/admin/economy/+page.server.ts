import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import { reconcile } from '@baseplate/platform/operations/reconciliation/reconcile'
import { asActor } from '#lib/server/as-actor.ts'
import type { PageServerLoad } from './$types'

/** What a page waits for: the ledger hands out a hundred events at once. */
const newestEvents = 2_000

/** What there is of currency; and the newest part of the ledger against what was paid for. All of it is what the command is for. */
export const load: PageServerLoad = async (event) => {
  const { platform } = asActor(event, permissionLevel.administrator)
  try {
    const [totals, reconciliation] = await Promise.all([
      platform.economy.readTotals(),
      reconcile(platform, newestEvents),
    ])
    return { totals, reconciliation }
  } catch (error) {
    if (error instanceof Refused && error.reason === 'failed') return { totals: null, reconciliation: null }
    throw error
  }
}
