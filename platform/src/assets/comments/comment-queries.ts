import type { Selectable } from 'kysely'
import type { Db } from '../../database.ts'
import type { CatalogTables } from '../tables.ts'

export type CommentRow = Selectable<CatalogTables['comments']>

export const findComment = (db: Db, id: string): Promise<CommentRow | undefined> =>
  db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()

const comments = (db: Db) =>
  db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.author_id')
    .selectAll('comments')
    .select(['users.username as author', 'users.permission_level as authorLevel', 'users.portrait'])

export type WrittenComment = Awaited<ReturnType<typeof listReplies>>[number]

/**
 * What conversations begin with, the newest first; of those that were taken away, the ones with a reply that was not.
 *
 * @param before behind the comment of that id.
 */
export const listBeginnings = (
  db: Db,
  assetId: number,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<WrittenComment[]> =>
  comments(db)
    .where('asset_id', '=', assetId)
    .where('depth', '=', 0)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('visibility', '=', 'Visible'),
        exists(
          selectFrom('comments as reply')
            .select('reply.id')
            .whereRef('reply.root_id', '=', 'comments.id')
            .where('reply.visibility', '=', 'Visible'),
        ),
      ]),
    )
    .$if(before !== undefined, (query) => query.where('comments.id', '<', before ?? ''))
    .orderBy('comments.id', 'desc')
    .limit(limit)
    .execute()

/** What was replied in these conversations, the newest first; what was taken away, too. */
export const listReplies = (db: Db, rootIds: readonly string[], limit: number) =>
  comments(db).where('root_id', 'in', rootIds).orderBy('comments.id', 'desc').limit(limit).execute()
