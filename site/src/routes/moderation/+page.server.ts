import {
  acknowledge,
  appealOwnAction,
  viewOwnAppeal,
  viewOwnContent,
} from '@baseplate/platform/moderation/door'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = forUsers(
  { scope: 'browser', summary: 'Shows a moderated user the reason and the end. Other users are redirected.' },
  async ({ platform, actor }: Acting<RequestEvent>) => {
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
