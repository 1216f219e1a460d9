import { sql } from 'kysely'
import { isReadBy } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { columnsOf, type Thread, threadOf } from './rules.ts'
import type { CommentColumns } from './tables.ts'
import { isVisible } from './visible.ts'

/** A comment and its thread. */
type FoundComment = CommentColumns & { thread: Thread }

export async function findComment(db: Db, id: string): Promise<FoundComment | undefined> {
  const comment = await db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()
  return comment && { ...comment, thread: threadOf(comment) }
}

export async function insertComment(
  db: Db,
  thread: Thread,
  comment: Omit<CommentColumns, keyof ReturnType<typeof columnsOf>>,
): Promise<void> {
  await db
    .insertInto('comments')
    .values({ ...comment, ...columnsOf(thread) })
    .execute()
}

/**
 * Deletes a comment for its author or the owner of its group, or hides it in the transaction of its takedown. Returns whether it
 * was visible.
 */
export const hideComment = (db: Db, id: string, visibility: 'Moderated' | 'Deleted'): Promise<boolean> =>
  changeVisibility(db, id, { from: 'Visible', to: visibility })

/** Shows a comment again in the transaction that ends its takedown. Returns whether it was taken down. */
export const showComment = (db: Db, id: string): Promise<boolean> =>
  changeVisibility(db, id, { from: 'Moderated', to: 'Visible' })

async function changeVisibility(
  db: Db,
  id: string,
  { from, to }: { from: 'Visible' | 'Moderated'; to: 'Visible' | 'Moderated' | 'Deleted' },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('comments')
    .set({ visibility: to })
    .where('id', '=', id)
    .where('visibility', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const subjectColumns = { asset: 'asset_id', place: 'place_id', group: 'group_id' } as const

/** SQL condition: the comment belongs to the thread. */
const isIn = (thread: Thread) => {
  const isAbout = sql<boolean>`${sql.ref(`comment.${subjectColumns[thread.about]}`)} = ${thread.id}`
  return thread.about === 'place' ? sql<boolean>`${isAbout} and comment.version = ${thread.version}` : isAbout
}

/** A viewer of comments. The host of a thread moderates it, and therefore reads all authors. */
export type Reader = Actor & { isHost: boolean }

const isReadByReader = (reader: Reader, author: 'comment.author_id' | 'reply.author_id') =>
  reader.isHost ? sql<boolean>`(1 = 1)` : isReadBy(reader, author)

/** Selects comments, and whether the viewer reads their author. */
const commentsOf = (db: Db, viewer: Reader) =>
  db
    .selectFrom('comments as comment')
    .innerJoin('users', 'users.id', 'comment.author_id')
    .selectAll('comment')
    .select(['users.username as author', 'users.permission_level as authorLevel', 'users.portrait'])
    .select(isReadByReader(viewer, 'comment.author_id').as('is_read'))

export type CommentWithAuthor = Awaited<ReturnType<typeof listReplies>>[number]

/**
 * Lists the first comments of conversations, the newest first. A comment that was taken down, or whose author the viewer does
 * not read, is listed while it has replies that are shown.
 *
 * @param before id of the last comment of the previous page.
 */
export const listFirstComments = (
  db: Db,
  viewer: Reader,
  thread: Thread,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<CommentWithAuthor[]> =>
  commentsOf(db, viewer)
    .where(isIn(thread))
    .where('comment.depth', '=', 0)
    .where(
      sql<boolean>`((${isVisible('comment')} and ${isReadByReader(viewer, 'comment.author_id')})
        or exists (select 1 from comments as reply
          where reply.root_id = comment.id and ${isVisible('reply')}
            and ${isReadByReader(viewer, 'reply.author_id')}))`,
    )
    .$if(before !== undefined, (query) => query.where('comment.id', '<', before ?? ''))
    .orderBy('comment.id', 'desc')
    .limit(limit)
    .execute()

/** Lists the replies of conversations, the newest first, including replies that were taken down. */
export const listReplies = (db: Db, viewer: Reader, rootIds: readonly string[], limit: number) =>
  commentsOf(db, viewer)
    .where('comment.root_id', 'in', rootIds)
    .orderBy('comment.id', 'desc')
    .limit(limit)
    .execute()

/** Counts the visible comments on each of these updates of a place, up to a maximum. Version 0 is the place itself. */
export async function countUpdateComments(
  db: Db,
  placeId: number,
  versions: readonly number[],
  max: number,
): Promise<Map<number, number>> {
  const counts = versions.map(async (version) => {
    const { comments } = await db
      .selectFrom((eb) =>
        eb
          .selectFrom('comments')
          .select('id')
          .where('place_id', '=', placeId)
          .where('version', '=', version)
          .where(isVisible('comments'))
          .limit(max)
          .as('counted'),
      )
      .select((eb) => eb.fn.countAll<number>().as('comments'))
      .executeTakeFirstOrThrow()
    return [version, Number(comments)] as const
  })
  return new Map(await Promise.all(counts))
}
