import { viewTransactions } from '@baseplate/platform/money/treasury/transactions'
import { listPage } from '#lib/server/page.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = listPage(viewTransactions, {
  data: (page) => ({ ledgerAway: page === null, ...(page ?? { transactions: [], next: null }) }),
})
