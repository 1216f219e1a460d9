import { viewEconomy } from '@baseplate/platform/operations/door'
import { page } from '#lib/server/page.ts'
import { withReason } from '#lib/server/payment-reason.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewEconomy, {
  data: ({ totals, reconciliation }) => {
    if (reconciliation === null) return { totals: null, reconciliation: null }
    const waiting = reconciliation.waiting.map(({ overdue, ...payment }) => ({
      ...payment,
      overdue: overdue && withReason(overdue),
    }))
    return { totals, reconciliation: { ...reconciliation, waiting } }
  },
})
