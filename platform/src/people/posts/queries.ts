import { isBlockedBetween, isReadBy } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { followedIds } from '../../social/door.ts'
import type { PostVisibility } from './rules.ts'
import { isNotDeleted, isSeenBy, isVisible } from './visible.ts'

/** A keyset page, newest first, after the post with this id. */
interface PageRequest {
  after?: string | undefined
  limit: number
}

export interface PostRow {
  id: string
  created: number
  visibility: PostVisibility
  removal_reason: string | null
  author_id: string
  author: string
  portrait: string | null
  answer_to: string | null
  likes: number
  answers: number
  /** Whether the viewer likes it; SQLite has no booleans. */
  liked: boolean | number
}

const selectPost = (db: Db, id: string) => db.selectFrom('posts').selectAll().where('id', '=', id)

export const findPost = (db: Db, id: string) => selectPost(db, id).executeTakeFirst()

/** Finds a post, and whether there is a block between its author and the viewer. */
export const findPostFor = (db: Db, viewerId: string, id: string) =>
  selectPost(db, id).select(isBlockedBetween(viewerId, 'posts.author_id').as('is_blocked')).executeTakeFirst()

const posts = (db: Db, viewerId: string) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.id', 'posts.created', 'posts.visibility', 'posts.removal_reason', 'posts.author_id'])
    .select(['posts.answer_to', 'posts.likes', 'posts.answers'])
    .select(['users.username as author', 'users.portrait'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('post_likes')
          .select('post_id')
          .whereRef('post_id', '=', 'posts.id')
          .where('user_id', '=', viewerId),
      ).as('liked'),
    )

/** Lists an author's posts; none if the viewer does not read the author. */
export const listPostsOf = (
  db: Db,
  viewer: Actor,
  authorId: string,
  { after, limit, includeModerated }: PageRequest & { includeModerated: boolean },
): Promise<PostRow[]> =>
  posts(db, viewer.id)
    .where('author_id', '=', authorId)
    .where(isReadBy(viewer, 'posts.author_id'))
    .where('answer_to', 'is', null)
    .$if(includeModerated, (query) => query.where(isNotDeleted))
    .$if(!includeModerated, (query) => query.where(isVisible))
    .$if(after !== undefined, (query) => query.where('posts.id', '<', after ?? ''))
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .execute()

/**
 * Lists the posts of the authors whom the viewer follows and has not muted.
 *
 * Finds the authors with the newest posts first, at the cost of one index look-up for each followed author. Only their
 * posts can be on the page.
 */
export async function listFollowedPosts(db: Db, viewer: Actor, page: PageRequest): Promise<PostRow[]> {
  const authors = await findNewestAuthors(db, viewer, page)
  const [first, ...others] = authors.map((id) => newestIdsOf(db, id, page))
  if (!first) return []
  const ids = others.reduce((all, more) => all.unionAll(more), first)
  return posts(db, viewer.id)
    .where('posts.id', 'in', ids)
    .orderBy('posts.id', 'desc')
    .limit(page.limit)
    .execute()
}

async function findNewestAuthors(db: Db, viewer: Actor, { after, limit }: PageRequest): Promise<string[]> {
  const rows = await db
    // Materialized, so that an author's newest post is looked up once, and not again for the filter and the order.
    .with(
      (authors) => authors('authors').materialized(),
      (query) =>
        query
          .selectFrom(followedIds(db, viewer.id).as('followed'))
          .where(isReadBy(viewer, 'followed.id'))
          .select((eb) => [
            'followed.id',
            eb
              .selectFrom('posts')
              .select((post) => post.fn.max('posts.id').as('newest'))
              .whereRef('author_id', '=', 'followed.id')
              .where(isVisible)
              .where('answer_to', 'is', null)
              .$if(after !== undefined, (query) => query.where('posts.id', '<', after ?? ''))
              .as('newest'),
          ]),
    )
    .selectFrom('authors')
    .select('id')
    .where('newest', 'is not', null)
    .orderBy('newest', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** A subquery, because SQLite allows no limit in a member of a union. */
const newestIdsOf = (db: Db, authorId: string, { after, limit }: PageRequest) =>
  db
    .selectFrom(
      db
        .selectFrom('posts')
        .select('id')
        .where('author_id', '=', authorId)
        .where(isVisible)
        .where('answer_to', 'is', null)
        .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .as('newest'),
    )
    .select('id')

/** Lists the answers to a post that this viewer may see, the oldest first. */
export const listAnswers = (
  db: Db,
  postId: string,
  viewer: Actor,
  { after, limit }: PageRequest,
): Promise<PostRow[]> =>
  posts(db, viewer.id)
    .where('answer_to', '=', postId)
    .where(isReadBy(viewer, 'posts.author_id'))
    .where(isSeenBy(viewer))
    .$if(after !== undefined, (query) => query.where('posts.id', '>', after ?? ''))
    .orderBy('posts.id')
    .limit(limit)
    .execute()

export const findPostRow = (db: Db, viewer: Actor, id: string): Promise<PostRow | undefined> =>
  posts(db, viewer.id).where('posts.id', '=', id).executeTakeFirst()

/** Lists all versions of these posts, newest first. */
export const listVersions = (db: Db, postIds: readonly string[]) =>
  db
    .selectFrom('post_versions')
    .select(['post_id', 'number', 'text', 'created'])
    .where('post_id', 'in', postIds)
    .orderBy('number', 'desc')
    .execute()

export const findNewestVersion = (db: Db, postId: string) =>
  db
    .selectFrom('post_versions')
    .select(['number', 'text'])
    .where('post_id', '=', postId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
