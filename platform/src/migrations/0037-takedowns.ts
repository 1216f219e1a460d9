import { type Kysely, sql } from 'kysely'

/** Moderators take places down, makers appeal, and removals of posts have a reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('places')
    .addColumn('visibility', 'text', (column) =>
      column.notNull().defaultTo('Visible').check(sql`visibility in ('Visible', 'Moderated')`),
    )
    .execute()
  await db.schema
    .createIndex('places_moderated')
    .on('places')
    .column('id')
    .where(sql.ref('visibility'), '=', sql.lit('Moderated'))
    .execute()
  await createTakedowns(db)
  await db.schema
    .createTable('place_locks')
    .addColumn('place_id', 'integer', (column) =>
      column.notNull().references('places.id').onDelete('cascade'),
    )
    .addColumn('setting', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('place_locks_key', ['place_id', 'setting'])
    .execute()
  await db.schema.alterTable('posts').addColumn('removal_reason', 'text').execute()
}

async function createTakedowns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('place_takedowns')
    .addColumn('place_id', 'integer', (column) =>
      column.notNull().references('places.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('moderator_id', 'text', (column) => column.notNull())
    .addColumn('ended', 'bigint')
    .addColumn('appealed', 'bigint')
    .addColumn('appeal', 'text')
    .addColumn('decided', 'bigint')
    .addColumn('decision', 'text')
    .addColumn('answer', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('decided_by', 'text')
    .addPrimaryKeyConstraint('place_takedowns_key', ['place_id', 'number'])
    .execute()
  // The takedown in force of each place, and all takedowns in force, the newest first.
  await db.schema
    .createIndex('place_takedowns_open')
    .on('place_takedowns')
    .column('place_id')
    .unique()
    .where(sql.ref('ended'), 'is', null)
    .execute()
  await db.schema
    .createIndex('place_takedowns_in_force')
    .on('place_takedowns')
    .columns(['created', 'place_id'])
    .where(sql.ref('ended'), 'is', null)
    .execute()
  await db.schema
    .createIndex('place_takedowns_appealed')
    .on('place_takedowns')
    .columns(['appealed', 'place_id'])
    .where(sql<boolean>`appealed is not null and decided is null`)
    .execute()
  await db.schema
    .createIndex('place_takedowns_decided')
    .on('place_takedowns')
    .columns(['decided', 'place_id', 'number'])
    .where(sql.ref('decided'), 'is not', null)
    .execute()
}
