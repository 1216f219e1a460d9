import type { Actor } from '@baseplate/platform/accounts/rules'
import {
  acknowledge,
  appealOwnAction,
  viewOwnAppeal,
  viewOwnContent,
} from '@baseplate/platform/moderation/door'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { handles } from '#lib/server/operation.ts'
import { whoActs } from '#lib/server/route-call.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = handles(
  { scope: 'browser', summary: 'Shows a moderated user the reason and the end. Other users are redirected.' },
  async (event: RequestEvent) => {
    const { platform } = event.locals
    const actor = whoActs<Actor>(event, viewOwnContent)
    if (!actor.standing) redirect(302, '/home')
    return {
      ...actor.standing,
      /** Reported content that led to the action; null without one. */
      content: await viewOwnContent(platform, actor),
      appeal: await viewOwnAppeal(platform, actor),
    }
  },
)

export const actions: Actions = {
  acknowledge: action('acknowledge', acknowledge, { done: () => redirect(302, '/home') }),
  appeal: action('appeal', appealOwnAction, { done: () => ({ message: t('moderation.own.appeal_done') }) }),
}
