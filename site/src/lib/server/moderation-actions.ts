import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { moderate } from '@baseplate/platform/moderation/actions/moderate'
import { unmoderate } from '@baseplate/platform/moderation/actions/unmoderate'
import type { RequestEvent } from '@sveltejs/kit'
import { moderationQuestion } from '#lib/admin/questions.ts'
import { formAction } from './form.ts'
import { requireLevel } from './session.ts'

/** On a page about somebody it is them; elsewhere the form names whom. */
const subjectOf = (event: RequestEvent, fields: Record<string, string>) => ({
  ...fields,
  ...(event.params.username !== undefined && { username: event.params.username }),
})

/** The actions of every page from which accounts are moderated. */
export const moderationActions = {
  moderate: formAction(
    'moderate',
    async (event: RequestEvent, fields) => {
      const actor = requireLevel(event, permissionLevel.moderator)
      const { username } = await moderate(event.locals.platform, actor, subjectOf(event, fields))
      return { message: `${username} is moderated` }
    },
    (fields) => moderationQuestion(fields, fields.username ?? 'them') !== undefined,
  ),
  unmoderate: formAction('unmoderate', async (event: RequestEvent, fields) => {
    const actor = requireLevel(event, permissionLevel.moderator)
    const { username } = await unmoderate(event.locals.platform, actor, subjectOf(event, fields))
    return { message: `${username} is in good standing` }
  }),
}
