import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { endSessionsOf } from '@baseplate/platform/moderation/accounts/end-sessions-of'
import { makeResetLink } from '@baseplate/platform/moderation/accounts/make-reset-link'
import { resetFactors } from '@baseplate/platform/moderation/accounts/reset-factors'
import { setLevel } from '@baseplate/platform/moderation/accounts/set-level'
import { viewAccount } from '@baseplate/platform/moderation/actions/view'
import { levelQuestion } from '#lib/admin/questions.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { staffAction } from '#lib/server/form.ts'
import { moderationActions } from '#lib/server/moderation-actions.ts'
import { provenAction } from '#lib/server/proven-action.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  return viewAccount(platform, actor, event.params.username)
}

export const actions: Actions = {
  level: provenAction(
    'level',
    async ({ platform, actor, event }, fields) => {
      const { username, changed } = await setLevel(platform, actor, event.params.username ?? '', fields)
      return {
        message: changed ? t('accounts-admin.level.done') : t('accounts-admin.level.unchanged', { username }),
      }
    },
    {
      level: permissionLevel.administrator,
      askFirst: (fields) => levelQuestion(fields, 'them', 0) !== undefined,
    },
  ),
  resetfactors: provenAction(
    'resetfactors',
    async ({ platform, actor, event }) => {
      const { id } = await resetFactors(platform, actor, event.params.username ?? '')
      platform.inbox.recheckSessions(id)
      return { message: t('accounts-admin.access.factors_done') }
    },
    { level: permissionLevel.administrator },
  ),
  endsessions: staffAction(
    permissionLevel.administrator,
    'endsessions',
    async ({ platform, actor, event }) => {
      const { ended } = await endSessionsOf(platform, actor, event.params.username ?? '')
      return { message: t('accounts-admin.access.sessions_done', { count: ended }) }
    },
  ),
  resetlink: provenAction(
    'resetlink',
    ({ platform, actor, event }) => makeResetLink(platform, actor, event.params.username ?? ''),
    { level: permissionLevel.administrator },
  ),
  ...moderationActions,
}
