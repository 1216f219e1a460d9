import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'

/** As many places at once as are renamed for searching by one statement. */
const perRound = 500

/**
 * Votes are counted in the place's row, with the rating that follows from them; each list has an index in its order; names
 * are found by a part of them. As with usernames, the index of parts leaves the first character out: names that begin
 * with what is searched for are found by `places_named`, and are not to be found twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['like_count', 'dislike_count', 'rating'] as const) {
    await db.schema
      .alterTable('places')
      .addColumn(column, 'integer', (added) => added.notNull().defaultTo(0))
      .execute()
  }
  await db.schema
    .alterTable('places')
    .addColumn('name_key', isPostgres(db) ? sql`text collate "C"` : 'text', (added) =>
      added.notNull().defaultTo(''),
    )
    .execute()
  await fillNameKeys(db)
  await countVotes(db)
  await db.schema.dropIndex('places_public').execute()
  const lists = { places_new: ['created'], places_rated: ['rating', 'created'], places_named: ['name_key'] }
  for (const [index, columns] of Object.entries(lists)) {
    await db.schema
      .createIndex(index)
      .on('places')
      .columns(['private_server', ...columns, 'id'])
      .execute()
  }
  await (isPostgres(db) ? indexNamesOnPostgres(db) : indexPartsOnSqlite(db))
}

/** As `nameKeyOf` of places' rules was when this was written. */
const nameKeyOf = (name: string) => name.normalize('NFKC').toLowerCase()

async function fillNameKeys(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from places where id > ${after} order by id limit ${perRound}`.execute(db)
    for (const { id, name } of rows) {
      await sql`update places set name_key = ${nameKeyOf(name)} where id = ${id}`.execute(db)
      after = id
    }
    if (rows.length < perRound) return
  }
}

/** The lower bound of Wilson's score interval at 95 %, in millionths: as `ratingOf` of places' rules was. */
function ratingOf(likes: number, dislikes: number): number {
  const votes = likes + dislikes
  const z = 1.959964
  const share = likes / votes
  const middle = share + (z * z) / (2 * votes)
  const spread = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * votes)) / votes)
  return Math.max(0, Math.round(((middle - spread) / (1 + (z * z) / votes)) * 1_000_000))
}

async function countVotes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; likes: number; dislikes: number }>`
    select place_id as id, count(case when vote = 1 then 1 end) as likes, count(case when vote = -1 then 1 end) as dislikes
    from place_votes group by place_id`.execute(db)
  for (const { id, likes, dislikes } of rows) {
    const rating = ratingOf(Number(likes), Number(dislikes))
    await sql`update places set like_count = ${Number(likes)}, dislike_count = ${Number(dislikes)}, rating = ${rating}
      where id = ${id}`.execute(db)
  }
}

async function indexNamesOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create index places_names on places (private_server, id) include (name_key)`.execute(db)
}

async function indexPartsOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table place_name_parts
    using fts5(part, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(db)
  await sql`insert into place_name_parts (rowid, part) select id, substr(name_key, 2) from places`.execute(db)
  await sql`create trigger places_inserted after insert on places begin
    insert into place_name_parts (rowid, part) values (new.id, substr(new.name_key, 2));
  end`.execute(db)
  await sql`create trigger places_renamed after update of name_key on places begin
    update place_name_parts set part = substr(new.name_key, 2) where rowid = new.id;
  end`.execute(db)
  await sql`create trigger places_deleted after delete on places begin
    delete from place_name_parts where rowid = old.id;
  end`.execute(db)
}
