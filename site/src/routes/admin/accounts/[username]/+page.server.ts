import {
  endSessionsOf,
  makeResetLink,
  resetFactors,
  setLevel,
  viewAccount,
} from '@baseplate/platform/moderation/door'
import { levelQuestion } from '#lib/admin/questions.ts'
import { action } from '#lib/server/action.ts'
import { ownModerationActions } from '#lib/server/moderation-actions.ts'
import { page } from '#lib/server/page.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

/** The address names the account. */
const params = { username: String }

export const load: PageServerLoad = page(viewAccount, { params })

export const actions: Actions = {
  level: action('level', setLevel, {
    params,
    asks: (fields) => levelQuestion(fields, 'them', 0) !== undefined,
    done: ({ username, changed }) => ({
      message: changed ? t('accounts-admin.level.done') : t('accounts-admin.level.unchanged', { username }),
    }),
  }),
  resetfactors: action('resetfactors', resetFactors, {
    params,
    done: ({ id }, { platform }) => {
      platform.inbox.recheckSessions(id)
      return { message: t('accounts-admin.access.factors_done') }
    },
  }),
  endsessions: action('endsessions', endSessionsOf, {
    params,
    done: ({ ended }) => ({ message: t('accounts-admin.access.sessions_done', { count: ended }) }),
  }),
  resetlink: action('resetlink', makeResetLink, { params }),
  ...ownModerationActions,
}
