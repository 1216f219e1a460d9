import { claimStipend } from '@baseplate/platform/money/wallet/claim-stipend'
import { viewWallet } from '@baseplate/platform/money/wallet/view'
import { formAction } from '#lib/server/form.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

/** While the ledger is away there is nothing to tell, and the page says so. */
const nothing = { balance: null, stipend: null, transactions: [], next: null }

export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const before = event.url.searchParams.get('before') ?? undefined
  return (await viewWallet(event.locals.platform, actor, before)) ?? nothing
}

export const actions: Actions = {
  stipend: formAction('stipend', async (event) => {
    await claimStipend(event.locals.platform, requireActor(event))
    return { message: 'The stipend is yours' }
  }),
}
