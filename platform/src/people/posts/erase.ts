import type { Db } from '../../foundation/database.ts'
import { inParts } from '../../foundation/in-parts.ts'

/**
 * Deletes all posts of a user, with their answers.
 *
 * @param forget deletes the records of other domains about the posts, in the same transaction.
 */
export const erasePosts = (
  { db }: { db: Db },
  userId: string,
  forget: (trx: Db, ids: readonly string[]) => Promise<void>,
): Promise<void> =>
  inParts(
    async (limit) => {
      const query = db.selectFrom('posts').select('id').where('author_id', '=', userId)
      return (await query.orderBy('id').limit(limit).execute()).map(({ id }) => id)
    },
    (ids) =>
      db.transaction().execute(async (trx) => {
        await forget(trx, ids)
        await trx.deleteFrom('posts').where('id', 'in', ids).execute()
      }),
  )
