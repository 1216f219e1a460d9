import { lockUsers } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { inParts } from '../foundation/in-parts.ts'
import { endRelations } from './end-relations.ts'

/** Ends all friendships, friend requests and follows of a user, and corrects the counts of the other users. */
export const eraseRelations = ({ db }: { db: Db }, userId: string): Promise<void> =>
  inParts(
    (limit) => listRelated(db, userId, limit),
    async (others) => {
      for (const otherId of others)
        await db.transaction().execute(async (trx) => {
          await lockUsers(trx, [userId, otherId])
          await endRelations(trx, userId, otherId)
        })
    },
  )

async function listRelated(db: Db, userId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('follows')
    .select('followed_id as id')
    .where('follower_id', '=', userId)
    .union(db.selectFrom('follows').select('follower_id as id').where('followed_id', '=', userId))
    .union(db.selectFrom('friendships').select('high_id as id').where('low_id', '=', userId))
    .union(db.selectFrom('friendships').select('low_id as id').where('high_id', '=', userId))
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
