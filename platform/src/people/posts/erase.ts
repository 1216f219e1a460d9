import type { Db } from '../../foundation/database.ts'
import type { Forgetting } from '../../foundation/door.ts'
import { inParts } from '../../foundation/in-parts.ts'

/** Deletes all posts of a user, with their answers. */
export const erasePosts = (
  { db, forgetContent }: { db: Db } & Forgetting<'post'>,
  userId: string,
): Promise<void> =>
  inParts(
    async (limit) => {
      const query = db.selectFrom('posts').select('id').where('author_id', '=', userId)
      return (await query.orderBy('id').limit(limit).execute()).map(({ id }) => id)
    },
    (ids) =>
      db.transaction().execute(async (trx) => {
        await forgetContent.post(trx, ids)
        await trx.deleteFrom('posts').where('id', 'in', ids).execute()
      }),
  )
