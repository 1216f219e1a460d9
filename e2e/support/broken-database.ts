import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Product } from './processes.ts'

/** Removes a table from a running product's database, as a failed restore would, and puts it back. */
export async function breakTable(
  { dataDirectory }: Pick<Product, 'dataDirectory'>,
  table: 'places' | 'first_account' | 'sessions',
  whileBroken: () => Promise<void>,
): Promise<void> {
  const database = new DatabaseSync(join(dataDirectory, 'baseplate.sqlite'), { timeout: 5_000 })
  try {
    database.exec(`ALTER TABLE ${table} RENAME TO ${table}_away`)
    await whileBroken()
  } finally {
    database.exec(`ALTER TABLE ${table}_away RENAME TO ${table}`)
    database.close()
  }
}
