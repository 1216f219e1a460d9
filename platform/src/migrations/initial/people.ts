import { isPostgres } from '@baseplate/storage/database/dialect'
import { type Kysely, sql } from 'kysely'
import {
  byCodePoint,
  emptyByDefault,
  groupOrNull,
  ofGroup,
  ofPost,
  ofUser,
  oneOfPlace,
  oneOfUser,
  placeOrNull,
  required,
  zeroByDefault,
} from './columns.ts'

export async function createPeople(db: Kysely<unknown>): Promise<void> {
  await createPosts(db)
  await (isPostgres(db) ? countOnPostgres(db) : countOnSqlite(db))
  await createProfileStyles(db)
  await createGroups(db)
  await createWaitingPictures(db)
}

async function createPosts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('posts')
    // Ids grow with time, so an index of ids is in the order of creation.
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('author_id', 'text', ofUser)
    .addColumn('answer_to', 'text', (column) => column.references('posts.id').onDelete('cascade'))
    .addColumn('created', 'bigint', required)
    .addColumn('visibility', 'text', (column) =>
      column.notNull().check(sql`visibility in ('Visible', 'Moderated', 'Deleted')`),
    )
    .addColumn('removal_reason', 'text')
    .addColumn('likes', 'integer', zeroByDefault)
    .addColumn('answers', 'integer', zeroByDefault)
    .execute()
  await db.schema
    .createIndex('posts_visible')
    .on('posts')
    .columns(['author_id', 'id'])
    .where(sql.ref('visibility'), '=', sql.lit('Visible'))
    .execute()
  await db.schema.createIndex('posts_author').on('posts').columns(['author_id', 'id']).execute()
  for (const index of [
    `posts_own on posts (author_id, id) where visibility = 'Visible' and answer_to is null`,
    'posts_all_own on posts (author_id, id) where answer_to is null',
    'posts_answers on posts (answer_to, id) where answer_to is not null',
  ])
    await sql.raw(`create index ${index}`).execute(db)
  await db.schema
    .createTable('post_versions')
    .addColumn('post_id', 'text', ofPost)
    .addColumn('number', 'integer', required)
    .addColumn('text', 'text', required)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('post_versions_key', ['post_id', 'number'])
    .execute()
  await db.schema
    .createTable('post_likes')
    .addColumn('post_id', 'text', ofPost)
    .addColumn('user_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('post_likes_key', ['post_id', 'user_id'])
    .execute()
  await db.schema.createIndex('post_likes_user').on('post_likes').column('user_id').execute()
}

async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  const change = (row: string, sign: string) =>
    `update posts set answers = answers ${sign} 1
     where id = ${row}.answer_to and ${row}.visibility = 'Visible';`
  for (const trigger of [
    `post_likes_insert after insert on post_likes begin
      update posts set likes = likes + 1 where id = new.post_id; end`,
    `post_likes_delete after delete on post_likes begin
      update posts set likes = likes - 1 where id = old.post_id; end`,
    `posts_answer_insert after insert on posts when new.answer_to is not null begin ${change('new', '+')} end`,
    `posts_answer_delete after delete on posts when old.answer_to is not null begin ${change('old', '-')} end`,
    `posts_answer_update after update of visibility on posts when new.answer_to is not null begin
      ${change('old', '-')} ${change('new', '+')} end`,
  ])
    await sql.raw(`create trigger ${trigger}`).execute(db)
}

async function countOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function count_post_likes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update posts set likes = likes + 1 where id = new.post_id;
      else
        update posts set likes = likes - 1 where id = old.post_id;
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger post_likes_counted after insert or delete on post_likes
    for each row execute function count_post_likes()`.execute(db)
  await sql`create function count_answers() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.answer_to is not null and old.visibility = 'Visible' then
        update posts set answers = answers - 1 where id = old.answer_to;
      end if;
      if tg_op <> 'DELETE' and new.answer_to is not null and new.visibility = 'Visible' then
        update posts set answers = answers + 1 where id = new.answer_to;
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger posts_answers_counted after insert or delete or update of visibility on posts
    for each row execute function count_answers()`.execute(db)
}

async function createProfileStyles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('profile_styles')
    .addColumn('user_id', 'text', oneOfUser)
    .addColumn('css', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('updated', 'bigint', required)
    .addColumn('draft', 'text', required)
    .addColumn('removed_css', 'text')
    .execute()
}

async function createGroups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('groups')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('name_key', byCodePoint(db), (column) => column.notNull().unique())
    .addColumn('description', 'text', emptyByDefault)
    .addColumn('icon', 'text')
    .addColumn('icon_size', 'integer', zeroByDefault)
    .addColumn('owner_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addColumn('open', 'integer', required)
    .addColumn('closed_reason', 'text')
    .addColumn('member_games', 'integer', zeroByDefault)
    .addColumn('member_count', 'integer', required)
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
  // A game is listed by one group at most.
  await db.schema
    .createTable('group_places')
    .addColumn('place_id', 'integer', oneOfPlace)
    .addColumn('group_id', 'integer', ofGroup)
    .addColumn('created', 'bigint', required)
    .execute()
  await db.schema
    .createIndex('group_places_group')
    .on('group_places')
    .columns(['group_id', 'created'])
    .execute()
}

/** The pictures of places and groups that wait for review. */
async function createWaitingPictures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('waiting_pictures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('icon', 'thumbnail')`))
    .addColumn('place_id', 'integer', placeOrNull)
    .addColumn('group_id', 'integer', groupOrNull)
    .addColumn('name', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('since', 'bigint', required)
    .addCheckConstraint('waiting_pictures_subject', sql`(place_id is null) <> (group_id is null)`)
    .execute()
  await db.schema
    .createIndex('waiting_pictures_first')
    .on('waiting_pictures')
    .columns(['since', 'id'])
    .execute()
  for (const subject of ['place_id', 'group_id']) {
    await db.schema
      .createIndex(`waiting_pictures_${subject}`)
      .on('waiting_pictures')
      .columns([subject, 'since'])
      .execute()
    // A place or a group has one waiting icon at most.
    await db.schema
      .createIndex(`waiting_icons_${subject}`)
      .unique()
      .on('waiting_pictures')
      .column(subject)
      .where(sql.ref('kind'), '=', sql.lit('icon'))
      .execute()
  }
}
