import type { Clock } from '@baseplate/service/clock'
import { type Access, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { noInput } from '../../foundation/input.ts'
import { type AppealedType, appealedAlready, nothingToAppeal } from '../appeal-rules.ts'
import { appealedKinds } from './appealed-kinds.ts'
import { appealInput, contentAppealInput } from './input.ts'
import { findAppeal, insertAppeal } from './queries.ts'

type Appealing = { db: Db; now: Clock }

const summary =
  'Appeals against a moderation action or a takedown, once for each. A moderator who was not involved decides.'

/** @throws as `insert` */
export const appealOwnAction = useCase(
  { summary, scope: 'browser', input: appealInput },
  (platform: Appealing, actor, { text }): Promise<void> =>
    insert(platform, actor, { type: 'user', id: actor.id, text }),
)

/** States an appeal for content of the actor. */
const appealFor = (type: 'asset' | 'place', scope: Access) =>
  useCase(
    { summary, scope, input: contentAppealInput },
    (platform: Appealing, actor, { id, text }): Promise<void> =>
      insert(platform, actor, { type, id: String(id), text }),
  )

/** @throws as `insert` */
export const appealAsset = appealFor('asset', 'assets:write')

/** @throws as `insert` */
export const appealPlace = appealFor('place', 'places:write')

/**
 * @throws Refused `missing`; `forbidden` unless the actor is the owner; `invalid`: there is nothing to appeal, or it was appealed
 * already.
 */
async function insert(
  { db, now }: Appealing,
  actor: Actor,
  { type, id, text }: { type: AppealedType; id: string; text: string },
): Promise<void> {
  const kind = appealedKinds[type]
  await kind.permit(db, actor, id)
  const created = now()
  const number = await kind.findAppealable(db, id, created)
  if (number === undefined) throw nothingToAppeal()
  const appeal = { subject_type: type, subject_id: id, number, author_id: actor.id, created, text }
  if (!(await insertAppeal(db, appeal))) throw appealedAlready()
}

export const viewOwnAppeal = useCase(
  {
    summary: "Returns the actor's appeal against the moderation action in force, or null.",
    scope: 'browser',
    input: noInput,
  },
  async ({ db }: { db: Db }, actor) => {
    if (!actor.standing) return null
    const { number } = actor.standing
    return (await findAppeal(db, { subject_type: 'user', subject_id: actor.id, number })) ?? null
  },
)
