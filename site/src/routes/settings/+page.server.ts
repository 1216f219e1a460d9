import { viewProfileSettings, viewStorage } from '@baseplate/platform/accounts/door'
import { listScreenshots } from '@baseplate/platform/operations/door'
import { maxCssLength, viewStyling } from '@baseplate/platform/people/door'
import { listSessions, suggestPassphrase, viewEmail } from '@baseplate/platform/sign-in/door'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import { sessionTokenOf } from '#lib/server/session.ts'
import { settingsActions } from '#lib/server/settings-actions.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = forUsers(
  {
    scope: 'browser',
    summary:
      'Returns the settings of the user: profile, email address, styling, sessions, screenshots and storage. A theme that is no longer configured falls back to the first one. A language that is no longer offered counts as none.',
  },
  async ({ platform, actor, event }: Acting<PageServerLoadEvent>) => {
    const profile = await viewProfileSettings(platform, actor)
    // Browsers have a page for each group of settings. Programs get all of them here: `programs.ts` loads pages with sub-requests.
    if (!event.isSubRequest) return profile
    return {
      ...profile,
      ...(await viewEmail(platform, actor)),
      ...(await viewStyling(platform.db, actor)),
      maxCssLength,
      emailsEnabled: platform.config.Registration.Emails,
      sessions: await listSessions(platform, actor, sessionTokenOf(event), event.locals.texts.locale),
      screenshots: await listScreenshots(platform.db, actor.id),
      storage: await viewStorage(platform, actor.id),
      passphrase: await suggestPassphrase(),
    }
  },
)

export const actions = settingsActions
