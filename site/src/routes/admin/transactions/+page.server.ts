import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { viewTransactions } from '@baseplate/platform/money/treasury/transactions'
import { asActor } from '#lib/server/as-actor.ts'
import { readList } from '#lib/server/read-list.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.administrator)
  return readList(event, async (query) => {
    const page = await viewTransactions(platform, actor, query)
    return { ledgerAway: page === null, ...(page ?? { transactions: [], next: null }) }
  })
}
