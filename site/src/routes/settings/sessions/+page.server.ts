import { listSessions, viewSignInWays } from '@baseplate/platform/sign-in/door'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import { sessionTokenOf } from '#lib/server/session.ts'
import { settingsActions } from '#lib/server/settings-actions.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = forUsers(
  { scope: 'browser', summary: 'Lists the sessions of the user: the current one first, then by last use.' },
  async ({ platform, actor, event }: Acting<PageServerLoadEvent>) => {
    return {
      sessions: await listSessions(platform, actor, sessionTokenOf(event), event.locals.texts.locale),
      hasPassword: (await viewSignInWays(platform, actor.id)).hasPassword,
    }
  },
)

export const actions = settingsActions
