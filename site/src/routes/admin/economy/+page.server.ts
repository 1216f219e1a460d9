import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { reconcile } from '@baseplate/platform/upkeep/reconcile'
import { requireLevel } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

/** What a page waits for: the ledger hands out a hundred events at once. */
const newestEvents = 2_000

/** The newest part of the ledger against what was paid for. All of it is what the command is for. */
export const load: PageServerLoad = async (event) => {
  requireLevel(event, permissionLevel.administrator)
  return reconcile(event.locals.platform, newestEvents)
}
