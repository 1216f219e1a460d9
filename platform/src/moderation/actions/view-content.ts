import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { noInput } from '../../foundation/input.ts'
import { type SubjectType, subjectTypes } from '../subject-types.ts'

export const viewOwnContent = useCase(
  {
    summary:
      'Returns the reported content that led to the action in force against the actor; null without one.',
    scope: 'browser',
    input: noInput,
  },
  async ({ db }: { db: Db }, { id, standing }): Promise<{ type: SubjectType; title: string } | null> => {
    if (standing === null) return null
    const action = await db
      .selectFrom('moderation_actions')
      .select(['content_type', 'content_title'])
      .where('user_id', '=', id)
      .where('number', '=', standing.number)
      .executeTakeFirst()
    const type = subjectTypes.find((known) => known === action?.content_type)
    const title = action?.content_title ?? null
    return type === undefined || title === null ? null : { type, title }
  },
)
