import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewTransactions } from '@baseplate/platform/money/treasury/transactions'
import { requireLevel } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireLevel(event, permissionLevel.administrator)
  const asked = Object.fromEntries(event.url.searchParams)
  const part = await viewTransactions(event.locals.platform, actor, asked)
  return { ledgerAway: part === null, ...(part ?? { transactions: [], next: null }) }
}
