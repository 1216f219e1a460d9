import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('follows')
    .addColumn('follower_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('followed_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('follows_key', ['follower_id', 'followed_id'])
    .execute()
  // The lists of a profile, the newest first, from any place in them.
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
    .createTable('friendships')
    .addColumn('low_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('high_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('requested_by', 'text')
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('friendships_key', ['low_id', 'high_id'])
    .addCheckConstraint('friendships_of_two', sql`low_id <> high_id`)
    .addCheckConstraint('friendships_asked_by_one', sql`requested_by in (low_id, high_id)`)
    .execute()
  // Somebody stands on either side of their pairs. Friends, those who asked and those who were asked each have an index,
  // so that nobody is looked for among the others.
  for (const [mine, theirs] of [
    ['low_id', 'high_id'],
    ['high_id', 'low_id'],
  ] as const) {
    const side = mine.replace('_id', '')
    const [asker, other] = [sql.ref('requested_by'), sql.ref(theirs)]
    await db.schema
      .createIndex(`friendships_${side}`)
      .on('friendships')
      .columns([mine, 'created', theirs])
      .where(asker, 'is', null)
      .execute()
    await db.schema
      .createIndex(`friendships_${side}_asked`)
      .on('friendships')
      .columns([mine, 'created', theirs])
      .where(asker, '=', other)
      .execute()
    await db.schema
      .createIndex(`friendships_${side}_asks`)
      .on('friendships')
      .columns(['requested_by', mine, 'created', theirs])
      .where(asker, 'is not', null)
      .execute()
  }

  await db.schema
    .createTable('social_counts')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('followers', 'integer', (column) => column.notNull())
    .addColumn('following', 'integer', (column) => column.notNull())
    .addColumn('friends', 'integer', (column) => column.notNull())
    .execute()
}
