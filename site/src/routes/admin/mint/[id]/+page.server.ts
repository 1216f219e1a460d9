import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { confirmMint } from '@baseplate/platform/money/treasury/confirm-mint'
import { viewMint } from '@baseplate/platform/money/treasury/view-mint'
import { formAction } from '#lib/server/form.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireLevel(event, permissionLevel.administrator)
  const mint = await viewMint(event.locals.platform, actor, event.params)
  return { ...mint, title: `To ${mint.username}` }
}

export const actions: Actions = {
  confirm: formAction('confirm', async (event) => {
    const actor = requireLevel(event, permissionLevel.administrator)
    await confirmMint(event.locals.platform, actor, event.params)
    return undefined
  }),
}
