import { type Kysely, sql } from 'kysely'
import { ofUser, oneOfUser, required } from './columns.ts'

export async function createSocial(db: Kysely<unknown>): Promise<void> {
  await createFollows(db)
  await createFriendships(db)
}

async function createFollows(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('follows')
    .addColumn('follower_id', 'text', ofUser)
    .addColumn('followed_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('follows_key', ['follower_id', 'followed_id'])
    .execute()
  await db.schema
    .createIndex('follows_followers')
    .on('follows')
    .columns(['followed_id', 'created', 'follower_id'])
    .execute()
  await db.schema
    .createIndex('follows_following')
    .on('follows')
    .columns(['follower_id', 'created', 'followed_id'])
    .execute()
  await db.schema
    .createTable('social_counts')
    .addColumn('user_id', 'text', oneOfUser)
    .addColumn('followers', 'integer', required)
    .addColumn('following', 'integer', required)
    .addColumn('friends', 'integer', required)
    .execute()
}

async function createFriendships(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('friendships')
    .addColumn('low_id', 'text', ofUser)
    .addColumn('high_id', 'text', ofUser)
    .addColumn('requested_by', 'text')
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('friendships_key', ['low_id', 'high_id'])
    .addCheckConstraint('friendships_of_two', sql`low_id <> high_id`)
    .addCheckConstraint('friendships_asked_by_one', sql`requested_by in (low_id, high_id)`)
    .execute()
  await indexFriendships(db, 'low', 'high')
  await indexFriendships(db, 'high', 'low')
}

/** Gives friends, received requests and sent requests an index each, so that no list reads the rows of another. */
async function indexFriendships(
  db: Kysely<unknown>,
  side: 'low' | 'high',
  otherSide: 'low' | 'high',
): Promise<void> {
  const requestedBy = sql.ref('requested_by')
  const newest = [`${side}_id`, 'created', `${otherSide}_id`]
  await db.schema
    .createIndex(`friendships_${side}`)
    .on('friendships')
    .columns(newest)
    .where(requestedBy, 'is', null)
    .execute()
  await db.schema
    .createIndex(`friendships_${side}_asked`)
    .on('friendships')
    .columns(newest)
    .where(requestedBy, '=', sql.ref(`${otherSide}_id`))
    .execute()
  await db.schema
    .createIndex(`friendships_${side}_asks`)
    .on('friendships')
    .columns(['requested_by', ...newest])
    .where(requestedBy, 'is not', null)
    .execute()
}
