import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { emptierOf } from '@baseplate/platform/testing/postgres-databases'
import type { Product } from './processes.ts'

/** Tables whose rows a product writes at its start. */
const kept = ['installation_secrets', 'jobs']

/** Returns a function that deletes all rows of a running product that others have written. */
export function emptier({ databaseUrl, dataDirectory }: Pick<Product, 'databaseUrl' | 'dataDirectory'>) {
  if (databaseUrl) return emptierOf(databaseUrl, kept)
  return async () => emptySqlite(join(dataDirectory, 'baseplate.sqlite'))
}

/** Deletes rows without the effects of triggers and foreign keys: no row is left to check or to count. */
function emptySqlite(file: string): void {
  const database = new DatabaseSync(file, { timeout: 30_000, enableForeignKeyConstraints: false })
  try {
    database.exec('begin immediate')
    const triggers = database.prepare("select name, sql from sqlite_master where type = 'trigger'").all()
    for (const { name } of triggers) database.exec(`drop trigger "${name}"`)
    // The tables in which SQLite keeps a virtual one are emptied with that.
    const tables = database
      .prepare("select name from pragma_table_list where type in ('table', 'virtual')")
      .all()
    for (const { name } of tables)
      if (!kept.includes(String(name)) && !/^(kysely|sqlite)_/.test(String(name)))
        database.exec(`delete from "${name}"`)
    for (const { sql } of triggers) database.exec(String(sql))
    database.exec('commit')
  } finally {
    database.close()
  }
}
