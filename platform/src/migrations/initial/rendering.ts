import { isPostgres } from '@baseplate/storage/database/dialect'
import { type Kysely, sql } from 'kysely'
import { required, zeroByDefault } from './columns.ts'

export async function createRendering(db: Kysely<unknown>): Promise<void> {
  await createRenders(db)
  await createPreviews(db)
}

async function createRenders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('renders')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('render_id', 'text', (column) => column.notNull().unique())
    .addColumn('state', 'text', required)
    .addColumn('priority', 'integer', required)
    .addColumn('attempts', 'integer', zeroByDefault)
    .addColumn('requested', 'bigint', required)
    .addColumn('due', 'bigint', required)
    .addColumn('finished', 'bigint')
    .addColumn('reason', 'text')
    .addColumn('edition', 'integer', required)
    // Broken items that the picture leaves out.
    .addColumn('omitted', 'text')
    // How often a renderer was lost while it drew this subject.
    .addColumn('losses', 'integer', zeroByDefault)
    .execute()
  // Nearly all renders are done, so the state comes first.
  await db.schema
    .createIndex('renders_queue')
    .on('renders')
    .columns(['state', 'priority', 'requested'])
    .execute()
  await db.schema
    .createIndex('renders_asked')
    .on('renders')
    .columns(['state', 'requested', 'subject'])
    .execute()
  await db.schema
    .createIndex('renders_incomplete')
    .on('renders')
    .columns(['requested', 'subject'])
    .where(sql.ref('omitted'), 'is not', null)
    .execute()
}

/** Tables whose rows have previews: the column for the name, and the id of the row in the subject of a preview. */
const owners = [
  { kind: 'user', table: 'users', column: 'portrait', id: 'substr($preview.subject, 6)' },
  { kind: 'asset', table: 'assets', column: 'thumbnail', id: 'cast(substr($preview.subject, 7) as integer)' },
] as const

type Owner = (typeof owners)[number]

/**
 * Creates the table of previews. Triggers copy their names to users and assets, so that lists need no join, and delete the previews
 * of deleted rows.
 */
async function createPreviews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('previews')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', required)
    .execute()
  for (const owner of owners) {
    const statements = isPostgres(db) ? postgresTriggers(owner) : sqliteTriggers(owner)
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}

/** Returns the statement that copies a name to the row of a preview. */
const copy = ({ table, column, id }: Owner, preview: 'new' | 'old', name: string) =>
  `update ${table} set ${column} = ${name} where id = ${id.replace('$preview', preview)}`

function sqliteTriggers(owner: Owner): string[] {
  const { kind, table } = owner
  return [
    `create trigger ${kind}_preview_inserted after insert on previews when new.subject like '${kind}:%'
      begin ${copy(owner, 'new', 'new.name')}; end`,
    `create trigger ${kind}_preview_updated after update of name on previews when new.subject like '${kind}:%'
      begin ${copy(owner, 'new', 'new.name')}; end`,
    `create trigger ${kind}_preview_deleted after delete on previews when old.subject like '${kind}:%'
      begin ${copy(owner, 'old', 'null')}; end`,
    `create trigger ${kind}_deleted_with_preview after delete on ${table}
      begin delete from previews where subject = '${kind}:' || old.id; end`,
  ]
}

function postgresTriggers(owner: Owner): string[] {
  const { kind, table } = owner
  return [
    `create function copy_${kind}_preview() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then ${copy(owner, 'old', 'null')};
      else ${copy(owner, 'new', 'new.name')};
      end if;
      return null;
    end $$`,
    `create trigger ${kind}_preview_written after insert or update of name on previews
    for each row when (new.subject like '${kind}:%') execute function copy_${kind}_preview()`,
    `create trigger ${kind}_preview_deleted after delete on previews
    for each row when (old.subject like '${kind}:%') execute function copy_${kind}_preview()`,
    `create function delete_${kind}_preview() returns trigger language plpgsql as $$
    begin
      delete from previews where subject = '${kind}:' || old.id;
      return null;
    end $$`,
    `create trigger ${kind}_deleted_with_preview after delete on ${table}
    for each row execute function delete_${kind}_preview()`,
  ]
}
