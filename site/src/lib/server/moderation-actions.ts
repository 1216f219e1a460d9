import { moderate, unmoderate } from '@baseplate/platform/moderation/door'
import { moderationQuestion } from '#lib/admin/questions.ts'
import { t } from '#lib/texts/t.ts'
import { action } from './action.ts'
import type { Params } from './route-call.ts'

/** The actions of every page that moderates accounts. @param params names the account if the address does, or else the form does */
const actionsOf = (params: Params) => ({
  moderate: action('moderate', moderate, {
    params,
    asks: (fields) => moderationQuestion(fields, fields.username ?? 'them') !== undefined,
    done: ({ username }, _, fields) => ({
      message: t('moderation.form.done', { username, type: fields.type ?? '' }),
    }),
  }),
  unmoderate: action('unmoderate', unmoderate, {
    params,
    done: ({ username }) => ({ message: t('moderation.lift.done', { username }) }),
  }),
})

/** The actions of a list of accounts. */
export const moderationActions = actionsOf({})

/** The actions of an account's own pages, whose address names it. */
export const ownModerationActions = actionsOf({ username: String })
