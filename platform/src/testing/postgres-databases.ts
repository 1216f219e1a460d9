import { randomBytes } from 'node:crypto'
import { retryLostRace } from '@baseplate/storage/database/retry'
import pg from 'pg'

export interface PostgresDatabase {
  url: string
  name: string
  drop(): Promise<void>
}

/**
 * Creates a database on a server.
 *
 * @param template name of the database to copy. The default is an empty one.
 * @param prefix beginning of the new database's name.
 */
export async function createDatabase(
  server: string,
  template = 'template1',
  prefix = 'test',
): Promise<PostgresDatabase> {
  const name = `${prefix}_${randomBytes(8).toString('hex')}`
  // Copying files takes half the time of writing them to the log, which tests do not need.
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    name,
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  }
}

/** Creates an empty database whose texts sort in the order of an ICU locale such as `en-US`. */
export async function createDatabaseInLanguage(server: string, language: string): Promise<PostgresDatabase> {
  return createDatabase(server, `template0 locale_provider icu icu_locale '${language}'`)
}

/**
 * Returns a function that deletes all rows but the record of migrations, over one connection. Triggers and foreign keys are off
 * meanwhile: no row is left to check. Tables with empty files are skipped, because most tests write to few tables. The jobs of a
 * running product may lock rows in another order, so a deadlock leads to another attempt.
 *
 * @param kept names of tables whose rows stay
 */
export function emptierOf(url: string, kept: readonly string[] = []): () => Promise<void> {
  let connected: Promise<pg.Client> | undefined
  const connect = async () => {
    const client = new pg.Client({ connectionString: url })
    // The end of the test run drops the database.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  return async () => {
    connected ??= connect()
    const client = await connected
    await retryLostRace(() =>
      client.query(`do $$
      declare name text;
      begin
        perform set_config('session_replication_role', 'replica', true);
        for name in
          select relname from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r'
            and relname not like 'kysely%' and pg_relation_size(oid) > 0
            and relname <> all ('{${kept.join(',')}}')
        loop
          execute format('delete from %I', name);
        end loop;
      end
    $$`),
    )
  }
}

/** Drops every database whose name begins with a prefix. */
export async function dropDatabases(server: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  } finally {
    await client.end()
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
