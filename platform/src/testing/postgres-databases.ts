import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface PostgresDatabase {
  url: string
  name: string
  drop(): Promise<void>
}

/**
 * A new database on a server.
 *
 * @param template the name of the one that it is a copy of; absent: it is empty.
 */
export async function createDatabase(server: string, template = 'template1'): Promise<PostgresDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copying its files takes half the time of writing them to the log; nothing here is worth a log.
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, name, drop: () => administer(server, `drop database ${name} with (force)`) }
}

/** A new, empty database whose texts are in the order of a language, which PostgreSQL knows from ICU: `en-US`. */
export async function createDatabaseInLanguage(server: string, language: string): Promise<PostgresDatabase> {
  return createDatabase(server, `template0 locale_provider icu icu_locale '${language}'`)
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
