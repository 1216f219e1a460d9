import { viewTransactions } from '@baseplate/platform/money/door'
import { listPage } from '#lib/server/page.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = listPage(viewTransactions, {
  data: (page) => ({ ledgerAway: page === null, ...(page ?? { transactions: [], next: null }) }),
})
