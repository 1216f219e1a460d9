import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewTransactions } from '@baseplate/platform/money/treasury/transactions'
import { asActor } from '#lib/server/as-actor.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.administrator)
  const query = queryOf(event)
  const page = await viewTransactions(platform, actor, query)
  return { ledgerAway: page === null, ...(page ?? { transactions: [], next: null }) }
}
