import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { confirmMint } from '@baseplate/platform/money/treasury/confirm-mint'
import { viewMint } from '@baseplate/platform/money/treasury/view-mint'
import { asActor } from '#lib/server/as-actor.ts'
import { withReason } from '#lib/server/payment-reason.ts'
import { provenAction } from '#lib/server/proven-action.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.administrator)
  const mint = withReason(await viewMint(platform, actor, event.params))
  return { ...mint, title: t('treasury.mint.to', { username: mint.username }) }
}

export const actions: Actions = {
  confirm: provenAction(
    'confirm',
    async ({ platform, actor, event }) => {
      await confirmMint(platform, actor, event.params)
      return undefined
    },
    { level: permissionLevel.administrator },
  ),
}
