import type { Selectable } from 'kysely'
import type { Db } from '../../database.ts'
import type { AssetTables } from '../tables.ts'

export type CommentRow = Selectable<AssetTables['comments']>

export const findComment = (db: Db, id: string): Promise<CommentRow | undefined> =>
  db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()

const comments = (db: Db) =>
  db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.author_id')
    .selectAll('comments')
    .select(['users.username as author', 'users.permission_level as authorLevel', 'users.portrait'])

export type CommentWithAuthor = Awaited<ReturnType<typeof listReplies>>[number]

/**
 * Lists the first comments of conversations, the newest first. A comment that was taken down is listed while it has visible
 * replies.
 *
 * @param before id of the last comment of the previous page.
 */
export const listFirstComments = (
  db: Db,
  assetId: number,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<CommentWithAuthor[]> =>
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

/** Lists the replies of conversations, the newest first, including replies that were taken down. */
export const listReplies = (db: Db, rootIds: readonly string[], limit: number) =>
  comments(db).where('root_id', 'in', rootIds).orderBy('comments.id', 'desc').limit(limit).execute()
