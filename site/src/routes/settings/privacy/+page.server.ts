import { updatePrivacy, viewPrivacy } from '@baseplate/platform/accounts/privacy/update'
import { asActor } from '#lib/server/as-actor.ts'
import { confirmation } from '#lib/server/confirmation.ts'
import { actorAction } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  return viewPrivacy(platform, actor)
}

export const actions: Actions = {
  update: actorAction('privacy', async ({ platform, actor }, fields) => {
    await updatePrivacy(platform, actor, fields)
    return { message: confirmation('privacy.saved') }
  }),
}
