import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'
import { ofPost, ofUser, required, zeroByDefault } from './initial/columns.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await rememberRejections(db)
  await createLikesAndAnswers(db)
  await (isPostgres(db) ? countOnPostgres(db) : countOnSqlite(db))
}

/** Tells rejected items from items that were taken down later. The audit log knows which of the earlier ones were rejected. */
async function rememberRejections(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('takedowns').addColumn('rejected', 'integer', zeroByDefault).execute()
  await sql`
    update takedowns set rejected = 1
    where content_type = 'asset' and exists (
      select 1 from audit_log
      where action = 'refuseasset' and subject = 'asset:' || takedowns.content_id
        and audit_log.created = takedowns.created
    )`.execute(db)
}

async function createLikesAndAnswers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('post_likes')
    .addColumn('post_id', 'text', ofPost)
    .addColumn('user_id', 'text', ofUser)
    .addColumn('created', 'bigint', required)
    .addPrimaryKeyConstraint('post_likes_key', ['post_id', 'user_id'])
    .execute()
  await db.schema.createIndex('post_likes_user').on('post_likes').column('user_id').execute()
  await db.schema.alterTable('posts').addColumn('likes', 'integer', zeroByDefault).execute()
  await db.schema.alterTable('posts').addColumn('answers', 'integer', zeroByDefault).execute()
  await db.schema
    .alterTable('posts')
    .addColumn('answer_to', 'text', (column) => column.references('posts.id').onDelete('cascade'))
    .execute()
  for (const statement of [
    `create index posts_own on posts (author_id, id) where visibility = 'Visible' and answer_to is null`,
    `create index posts_all_own on posts (author_id, id) where answer_to is null`,
    'create index posts_answers on posts (answer_to, id) where answer_to is not null',
  ])
    await sql.raw(statement).execute(db)
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
