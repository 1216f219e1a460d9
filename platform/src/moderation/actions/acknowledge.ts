import { lockUser } from '../../accounts/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import { endAction, findActionInForce } from '../../accounts/standing/queries.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { acknowledgeInput } from './input.ts'

/**
 * The warned person has read the warning, and goes on. A newer one than they have read stays in force.
 *
 * @throws InvalidFields `number`; Refused `forbidden` when it is a ban or a termination that is in force.
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
    if (action.type !== 'Warning') throw new Refused('forbidden', 'Only a warning can be acknowledged')
    if (number !== undefined && number !== action.number) return
    await endAction(db, actor.id, { ending: 'Acknowledged', by: actor.id }, now)
  })
}
