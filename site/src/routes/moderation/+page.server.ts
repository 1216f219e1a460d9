import { acknowledge } from '@baseplate/platform/moderation/actions/acknowledge'
import { viewOwnContent } from '@baseplate/platform/moderation/actions/view-content'
import { appeal, viewOwnAppeal } from '@baseplate/platform/moderation/appeals/appeal'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

/** Shows a moderated user the reason and the end. Other users are redirected. */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  if (!actor.standing) redirect(302, '/home')
  return {
    ...actor.standing,
    /** Reported content that led to the action; null without one. */
    content: await viewOwnContent(platform, actor),
    appeal: await viewOwnAppeal(platform, actor),
  }
}

export const actions: Actions = {
  acknowledge: action('acknowledge', acknowledge, { done: () => redirect(302, '/home') }),
  appeal: actorAction('appeal', async ({ platform, actor }, fields) => {
    await appeal(platform, actor, { type: 'user', id: actor.id }, fields)
    return { message: t('moderation.own.appeal_done') }
  }),
}
