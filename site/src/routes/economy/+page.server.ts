import { claimStipend } from '@baseplate/platform/money/wallet/claim-stipend'
import { viewWallet } from '@baseplate/platform/money/wallet/view'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

/** Stands in for the wallet while the economy service is unreachable. The page says so. */
const nothing = { balance: null, stipend: null, transactions: [], next: null }

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const before = event.url.searchParams.get('before') ?? undefined
  return (await viewWallet(platform, actor, before)) ?? nothing
}

export const actions: Actions = {
  stipend: actorAction('stipend', async ({ platform, actor }) => {
    await claimStipend(platform, actor)
    return { message: t('money.stipend.claimed') }
  }),
}
