import { isPostgres } from '@baseplate/storage/database/dialect'
import { type Kysely, sql } from 'kysely'
import { required } from './columns.ts'

interface Source {
  table: string
  /** The account that pays for the row's bytes: a column, or an expression of `$row`. */
  owner: string
  bytes: string
  /** Columns whose changes move bytes. */
  columns: string
}

const placeOwner = '(select owner_id from places where places.id = $row.place_id)'

/** Tables whose rows have files. */
const sources: readonly Source[] = [
  { table: 'assets', owner: 'creator_id', bytes: 'file_size', columns: 'creator_id, file_size' },
  {
    // A paid creation is counted as the asset that it became.
    table: 'creations',
    owner: 'creator_id',
    bytes: "case when $row.state = 'pending' then $row.file_size + coalesce($row.image_size, 0) else 0 end",
    columns: 'state',
  },
  { table: 'creation_drafts', owner: 'user_id', bytes: 'file_size', columns: 'file_size' },
  { table: 'groups', owner: 'owner_id', bytes: 'icon_size', columns: 'owner_id, icon_size' },
  { table: 'screenshots', owner: 'user_id', bytes: '$row.size + $row.preview_size', columns: 'size' },
  { table: 'places', owner: 'owner_id', bytes: 'icon_size', columns: 'owner_id, icon_size' },
  {
    table: 'waiting_pictures',
    owner: `coalesce(
      (select owner_id from places where places.id = $row.place_id),
      (select owner_id from groups where groups.id = $row.group_id))`,
    bytes: 'size',
    columns: 'size',
  },
  { table: 'place_thumbnails', owner: placeOwner, bytes: 'size', columns: 'size' },
  {
    table: 'place_versions',
    owner: placeOwner,
    bytes: '(select size from place_files where place_files.sha256 = $row.sha256)',
    columns: 'sha256',
  },
]

/** Creates the stored bytes of each account, which triggers keep up to date. */
export async function createStorage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('storage_used')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('bytes', 'bigint', required)
    .execute()
  const triggersOf = isPostgres(db) ? postgresTriggers : sqliteTriggers
  for (const statement of sources.flatMap(triggersOf)) await sql.raw(statement).execute(db)
}

function sqliteTriggers(source: Source): string[] {
  const { table, columns } = source
  const [add, subtract] = [addBytes(source, 'new', ''), addBytes(source, 'old', '-')]
  return [
    `create trigger ${table}_stored after insert on ${table} begin ${add}; end`,
    `create trigger ${table}_restored after update of ${columns} on ${table} begin ${subtract}; ${add}; end`,
    `create trigger ${table}_unstored after delete on ${table} begin ${subtract}; end`,
  ]
}

function postgresTriggers(source: Source): string[] {
  const { table, columns } = source
  return [
    `create function count_${table}_stored() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then ${addBytes(source, 'old', '-')}; end if;
      if tg_op <> 'DELETE' then ${addBytes(source, 'new', '')}; end if;
      return null;
    end $$`,
    `create trigger ${table}_stored after insert or delete or update of ${columns} on ${table}
    for each row execute function count_${table}_stored()`,
  ]
}

/** Returns a statement that adds the bytes of a row to its account, or subtracts them. */
function addBytes({ owner, bytes }: Source, row: 'old' | 'new', sign: '' | '-'): string {
  const rows = `select ${inRow(owner, row)} as user_id, ${sign}(${inRow(bytes, row)}) as bytes `
  return `insert into storage_used (user_id, bytes)
    select user_id, sum(bytes) from (${rows}) as counted where user_id is not null and bytes <> 0 group by user_id
    on conflict (user_id) do update set bytes = storage_used.bytes + excluded.bytes`
}

const inRow = (expression: string, row: string) =>
  expression.includes('$row') ? expression.replaceAll('$row', row) : `${row}.${expression}`
