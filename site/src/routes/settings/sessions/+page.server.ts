import { listSessions, viewSignInWays } from '@baseplate/platform/sign-in/door'
import { asActor } from '#lib/server/as-actor.ts'
import { handles } from '#lib/server/operation.ts'
import { sessionTokenOf } from '#lib/server/session.ts'
import { settingsActions } from '#lib/server/settings-actions.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = handles(
  { scope: 'browser', summary: 'Lists the sessions of the user: the current one first, then by last use.' },
  async (event: PageServerLoadEvent) => {
    const { platform, actor } = asActor(event)
    return {
      sessions: await listSessions(platform, actor, sessionTokenOf(event), event.locals.texts.locale),
      hasPassword: (await viewSignInWays(platform, actor.id)).hasPassword,
    }
  },
)

export const actions = settingsActions
