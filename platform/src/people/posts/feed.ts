import { z } from 'zod'
import { isGone, openUseCase, requireByUsername } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { listVersions } from './queries.ts'
import { isVisible } from './visible.ts'

/** A post in the feed of its author. */
interface FeedPost {
  id: string
  text: string
  created: number
  updated: number
}

/** Maximum number of entries of the feed. */
const maxPosts = 30

/** @throws Refused `missing`, also for authors who do not offer their posts, so the feed does not reveal which accounts exist */
export const viewPostFeed = openUseCase(
  {
    summary: 'The posts of a user who offers them to everybody.',
    scope: 'read',
    input: z.object({ username: z.string() }),
  },
  async ({ db }: { db: Db }, _viewer, { username }): Promise<{ author: string; posts: FeedPost[] }> => {
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
      .where(isVisible)
      .where('answer_to', 'is', null)
      .orderBy('id', 'desc')
      .limit(maxPosts)
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
  },
)
