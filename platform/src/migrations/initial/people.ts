import { type Kysely, sql } from 'kysely'
import { byCodePoint, ofGroup, ofPost, ofUser, oneOfUser, required } from './columns.ts'

export async function createPeople(db: Kysely<unknown>): Promise<void> {
  await createFollows(db)
  await createFriendships(db)
  await createPosts(db)
  await createProfileStyles(db)
  await createGroups(db)
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

async function createPosts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('posts')
    // Ids grow with time, so an index of ids is in the order of creation.
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('author_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addColumn('visibility', 'text', (column) =>
      column.notNull().check(sql`visibility in ('Visible', 'Moderated', 'Deleted')`),
    )
    .addColumn('removal_reason', 'text')
    .execute()
  await db.schema
    .createIndex('posts_visible')
    .on('posts')
    .columns(['author_id', 'id'])
    .where(sql.ref('visibility'), '=', sql.lit('Visible'))
    .execute()
  await db.schema.createIndex('posts_author').on('posts').columns(['author_id', 'id']).execute()
  await db.schema
    .createTable('post_versions')
    .addColumn('post_id', 'text', ofPost)
    .addColumn('number', 'integer', required)
    .addColumn('text', 'text', required)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('post_versions_key', ['post_id', 'number'])
    .execute()
}

async function createProfileStyles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('profile_styles')
    .addColumn('user_id', 'text', oneOfUser)
    .addColumn('css', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('updated', 'bigint', required)
    .addColumn('draft', 'text', required)
    .execute()
}

async function createGroups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('groups')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('name_key', byCodePoint(db), (column) => column.notNull().unique())
    .addColumn('owner_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addColumn('member_count', 'integer', required)
    .addColumn('open', 'integer', required)
    .addColumn('closed_reason', 'text')
    .execute()
  await db.schema.createIndex('groups_largest').on('groups').columns(['open', 'member_count', 'id']).execute()
  await db.schema.createIndex('groups_owner').on('groups').columns(['owner_id', 'created']).execute()
  await db.schema
    .createTable('group_members')
    .addColumn('group_id', 'integer', ofGroup)
    .addColumn('user_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('group_members_key', ['group_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('group_members_newest')
    .on('group_members')
    .columns(['group_id', 'created', 'user_id'])
    .execute()
  await db.schema
    .createIndex('group_members_user')
    .on('group_members')
    .columns(['user_id', 'created'])
    .execute()
}
