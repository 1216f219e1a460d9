import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../foundation/database/dialect.ts'

/** Tables whose rows have files: the account that a row counts for, its bytes, and the columns that change either. */
const sources = [
  { table: 'assets', owner: 'creator_id', bytes: 'file_size', columns: 'creator_id, file_size' },
  {
    // A paid creation is an asset and counts as one.
    table: 'creations',
    owner: 'creator_id',
    bytes: "case when $row.state = 'pending' then $row.file_size + coalesce($row.image_size, 0) else 0 end",
    columns: 'state',
  },
  { table: 'screenshots', owner: 'user_id', bytes: '$row.size + $row.preview_size', columns: 'size' },
  { table: 'places', owner: 'owner_id', bytes: 'icon_size', columns: 'owner_id, icon_size' },
  {
    table: 'place_thumbnails',
    owner: '(select owner_id from places where places.id = $row.place_id)',
    bytes: 'size',
    columns: 'size',
  },
  {
    table: 'place_versions',
    owner: '(select owner_id from places where places.id = $row.place_id)',
    bytes: '(select size from place_files where place_files.sha256 = $row.sha256)',
    columns: 'sha256',
  },
] as const

/**
 * Keeps the bytes that each account has stored by triggers. Pictures from before this migration have unknown sizes and count
 * as 0.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sizes = { screenshots: 'preview_size', places: 'icon_size', place_thumbnails: 'size' }
  for (const [table, column] of Object.entries(sizes)) {
    await db.schema
      .alterTable(table)
      .addColumn(column, 'integer', (added) => added.notNull().defaultTo(0))
      .execute()
  }
  await db.schema
    .createTable('storage_used')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute()
  for (const source of sources) {
    await sql.raw(count(source, source.table, '', `from ${source.table}`)).execute(db)
    await (isPostgres(db) ? keepOnPostgres(db, source) : keepOnSqlite(db, source))
  }
}

type Source = (typeof sources)[number]

/** Adds the bytes of a row, or of every row of a table, to its account. */
function count({ owner, bytes }: Source, row: string, sign: '' | '-', from = ''): string {
  const rows = `select ${inRow(owner, row)} as user_id, ${sign}(${inRow(bytes, row)}) as bytes ${from}`
  return `insert into storage_used (user_id, bytes)
    select user_id, sum(bytes) from (${rows}) as counted where user_id is not null and bytes <> 0 group by user_id
    on conflict (user_id) do update set bytes = storage_used.bytes + excluded.bytes`
}

/** Returns a column or an expression of the row. */
const inRow = (written: string, row: string) =>
  written.includes('$row') ? written.replaceAll('$row', row) : `${row}.${written}`

async function keepOnSqlite(db: Kysely<unknown>, source: Source): Promise<void> {
  const { table, columns } = source
  const [add, take] = [count(source, 'new', ''), count(source, 'old', '-')]
  const triggers = [
    `create trigger ${table}_stored after insert on ${table} begin ${add}; end`,
    `create trigger ${table}_restored after update of ${columns} on ${table} begin ${take}; ${add}; end`,
    `create trigger ${table}_unstored after delete on ${table} begin ${take}; end`,
  ]
  for (const trigger of triggers) await sql.raw(trigger).execute(db)
}

async function keepOnPostgres(db: Kysely<unknown>, source: Source): Promise<void> {
  const { table, columns } = source
  await sql
    .raw(`create function count_${table}_stored() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then ${count(source, 'old', '-')}; end if;
      if tg_op <> 'DELETE' then ${count(source, 'new', '')}; end if;
      return null;
    end $$`)
    .execute(db)
  await sql
    .raw(`create trigger ${table}_stored after insert or delete or update of ${columns} on ${table}
    for each row execute function count_${table}_stored()`)
    .execute(db)
}
