import type { Clock } from '@baseplate/service/clock'
import { lockUser } from '../../accounts/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import { endAction, findActionInForce } from '../../accounts/standing/queries.ts'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { acknowledgeInput } from './input.ts'

/**
 * Ends the warning that the actor has read. A newer warning stays in force.
 *
 * @throws InvalidFields `number`; Refused `forbidden` if a ban or a termination is in force.
 */
export async function acknowledge(
  platform: { db: Db; now: Clock },
  actor: Actor,
  input: unknown,
): Promise<void> {
  const { number } = parseInput(acknowledgeInput, input)
  await platform.db.transaction().execute(async (db) => {
    await lockUser(db, actor.id)
    const now = platform.now()
    const action = await findActionInForce(db, actor.id, now)
    if (!action) return
    if (action.type !== 'Warning') throw new Refused('moderation.not_a_warning')
    if (number !== undefined && number !== action.number) return
    await endAction(db, actor.id, { ending: 'Acknowledged', by: actor.id }, now)
  })
}
