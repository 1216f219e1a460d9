import { sql } from 'kysely'
import type { Db } from '../foundation/database.ts'

/** Counters, each with the rows that it counts: SQL, in which `c` is the counter's row. */
const counters: readonly [table: string, column: string, rows: string][] = [
  ['places', 'favourite_count', 'place_favourites where place_id = c.id'],
  ['places', 'like_count', 'place_votes where place_id = c.id and vote = 1'],
  ['places', 'dislike_count', 'place_votes where place_id = c.id and vote = -1'],
  ['places', 'ranked_likes', 'place_votes where place_id = c.id and vote = 1 and ranked = 1'],
  ['places', 'ranked_dislikes', 'place_votes where place_id = c.id and vote = -1 and ranked = 1'],
  ['groups', 'member_count', 'group_members where group_id = c.id'],
  ['social_counts', 'followers', 'follows where followed_id = c.user_id'],
  ['social_counts', 'following', 'follows where follower_id = c.user_id'],
  ['social_counts', 'friends', 'friendships where requested_by is null and c.user_id in (low_id, high_id)'],
  ['posts', 'likes', 'post_likes where post_id = c.id'],
  ['posts', 'answers', "posts as answer where answer.answer_to = c.id and answer.visibility = 'Visible'"],
  ['assets', 'favourites', 'asset_favourites where asset_id = c.id'],
  [
    'catalog_counts',
    'assets',
    "assets where assets.type = c.type and visibility = 'Visible' and type not in (1, 4, 5)",
  ],
  [
    'inboxes',
    'unread',
    'notifications as n where n.user_id = c.user_id and listed = 1 and read = 0 and id > read_to',
  ],
]

/** Returns the counters that differ from the number of rows that they count. */
export async function wrongCounts(db: Db): Promise<unknown[]> {
  const wrong = counters.map(
    ([table, column, rows]) => `select '${table}.${column}' as counter, ${column} as stored,
      (select count(*) from ${rows}) as counted from ${table} as c
      where ${column} <> (select count(*) from ${rows})`,
  )
  const uncounted = `select 'social_counts' as counter, 0 as stored, count(*) as counted from users
    where id not in (select user_id from social_counts) and (id in (select followed_id from follows)
      or id in (select follower_id from follows)) having count(*) > 0`
  const { rows } = await sql.raw([...wrong, uncounted].join(' union all ')).execute(db)
  return rows
}
