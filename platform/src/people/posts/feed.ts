import { requireByUsername } from '../../accounts/queries.ts'
import { isGone } from '../../accounts/standing/queries.ts'
import type { Db } from '../../database.ts'
import { listVersions } from './queries.ts'

/** A post in the feed of its author. */
interface FeedPost {
  id: string
  text: string
  created: number
  updated: number
}

/**
 * Lists the newest posts of an author who offers them to everybody. Other authors are reported as missing, so the feed does not
 * reveal which accounts exist.
 *
 * @throws Refused `missing`
 */
export async function viewPostFeed(
  { db }: { db: Db },
  username: string,
  limit: number,
): Promise<{ author: string; posts: FeedPost[] }> {
  const author = await requireByUsername(username, (key) =>
    db
      .selectFrom('users')
      .select(['id', 'username'])
      .where('username_key', '=', key)
      .where('post_feed', '=', 1)
      .where(({ not }) => not(isGone('users.id')))
      .executeTakeFirst(),
  )
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'created'])
    .where('author_id', '=', author.id)
    .where('visibility', '=', 'Visible')
    .where('answer_to', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const versions =
    rows.length === 0
      ? []
      : await listVersions(
          db,
          rows.map(({ id }) => id),
        )
  const newest = new Map(versions.toReversed().map((version) => [version.post_id, version]))
  const posts = rows.flatMap(({ id, created }) => {
    const version = newest.get(id)
    return version ? [{ id, created, text: version.text, updated: version.created }] : []
  })
  return { author: author.username, posts }
}
