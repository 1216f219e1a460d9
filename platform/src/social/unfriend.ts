import { requireUser } from '../accounts/queries.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import { addToCounts } from './counts.ts'
import { pairOf } from './rules.ts'

/**
 * The actor and the user are friends no longer. A request between them stays.
 *
 * @throws Refused `missing`: no such user.
 */
export async function unfriend(platform: { db: Db }, actor: Actor, username: string): Promise<void> {
  const user = await requireUser(platform.db, username)
  await platform.db.transaction().execute(async (db) => {
    const { low_id, high_id } = pairOf(actor.id, user.id)
    const ended = await db
      .deleteFrom('friendships')
      .where('low_id', '=', low_id)
      .where('high_id', '=', high_id)
      .where('requested_by', 'is', null)
      .returning('created')
      .executeTakeFirst()
    if (!ended) return
    await addToCounts(db, [
      { userId: actor.id, friends: -1 },
      { userId: user.id, friends: -1 },
    ])
  })
}
