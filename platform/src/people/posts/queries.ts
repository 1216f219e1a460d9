import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { followedIds } from '../../social/queries.ts'
import type { PostVisibility } from './rules.ts'

/** Written out, not as a parameter: that is how the databases know that the index of visible posts will do. */
const visible = sql.lit<PostVisibility>('Visible')

/** The newest first, from behind the post of that id. */
interface Page {
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
}

export const findPost = (db: Db, id: string) =>
  db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()

const posts = (db: Db) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.id', 'posts.created', 'posts.visibility', 'posts.removal_reason', 'posts.author_id'])
    .select(['users.username as author', 'users.portrait'])

/** What somebody wrote; without what moderators removed, unless it is asked for. */
export const listPostsOf = (
  db: Db,
  authorId: string,
  { after, limit, withModerated }: Page & { withModerated: boolean },
): Promise<PostRow[]> =>
  posts(db)
    .where('author_id', '=', authorId)
    .$if(withModerated, (query) => query.where('visibility', '<>', 'Deleted'))
    .$if(!withModerated, (query) => query.where('visibility', '=', visible))
    .$if(after !== undefined, (query) => query.where('posts.id', '<', after ?? ''))
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .execute()

/**
 * What those whom somebody follows wrote.
 *
 * The newest posts of all are among those of the people whose own newest is newest: one look into an index for each
 * person who is followed finds these people, and then nobody else's posts are read.
 */
export async function listFollowedPosts(db: Db, userId: string, page: Page): Promise<PostRow[]> {
  const authors = await findNewestAuthors(db, userId, page)
  const [first, ...others] = authors.map((id) => newestIdsOf(db, id, page))
  if (!first) return []
  const ids = others.reduce((all, more) => all.unionAll(more), first)
  return posts(db).where('posts.id', 'in', ids).orderBy('posts.id', 'desc').limit(page.limit).execute()
}

async function findNewestAuthors(db: Db, userId: string, { after, limit }: Page): Promise<string[]> {
  const rows = await db
    // Materialized, so that nobody's newest post is looked up once for each place that it stands in.
    .with(
      (authors) => authors('authors').materialized(),
      (query) =>
        query.selectFrom(followedIds(db, userId).as('followed')).select((eb) => [
          'followed.id',
          eb
            .selectFrom('posts')
            .select((post) => post.fn.max('posts.id').as('newest'))
            .whereRef('author_id', '=', 'followed.id')
            .where('visibility', '=', visible)
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

/** Each side of a union that has a limit of its own is a query of its own. */
const newestIdsOf = (db: Db, authorId: string, { after, limit }: Page) =>
  db
    .selectFrom(
      db
        .selectFrom('posts')
        .select('id')
        .where('author_id', '=', authorId)
        .where('visibility', '=', visible)
        .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .as('newest'),
    )
    .select('id')

/** All versions of these posts, the newest first. */
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
