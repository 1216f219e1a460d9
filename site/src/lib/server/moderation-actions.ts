import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { moderate } from '@baseplate/platform/moderation/actions/moderate'
import { unmoderate } from '@baseplate/platform/moderation/actions/unmoderate'
import type { RequestEvent } from '@sveltejs/kit'
import { moderationQuestion } from '#lib/admin/questions.ts'
import { t } from '#lib/texts/t.ts'
import { staffAction } from './form.ts'

/** Names the account from the URL on its own pages. Elsewhere the form names it. */
const withUsername = ({ params }: RequestEvent, fields: Record<string, string>) => ({
  ...fields,
  ...(params.username !== undefined && { username: params.username }),
})

/** The actions of every page that moderates accounts. */
export const moderationActions = {
  moderate: staffAction(
    permissionLevel.moderator,
    'moderate',
    async ({ platform, actor, event }, fields) => {
      const { username } = await moderate(platform, actor, withUsername(event, fields))
      return { message: t('moderation.form.done', { username, type: fields.type ?? '' }) }
    },
    (fields) => moderationQuestion(fields, fields.username ?? 'them') !== undefined,
  ),
  unmoderate: staffAction(
    permissionLevel.moderator,
    'unmoderate',
    async ({ platform, actor, event }, fields) => {
      const { username } = await unmoderate(platform, actor, withUsername(event, fields))
      return { message: t('moderation.lift.done', { username }) }
    },
  ),
}
