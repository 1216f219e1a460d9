import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Db } from '@baseplate/platform/foundation/database'
import type { Files } from '@baseplate/storage/files'
import { openFiles } from '@baseplate/storage/open-files'
import type { Product } from './processes.ts'
import { withDatabase } from './stock.ts'

type Stored = Pick<Product, 'dataDirectory' | 'databaseUrl' | 'filesUrl'>

/** Uses the files of a product, wherever they are stored. */
export const withFiles = <T>(product: Stored, use: (files: Files) => Promise<T>): Promise<T> =>
  withDatabase(product, async (db) => {
    // In a product with object storage, the test run's environment has its credentials.
    if (product.filesUrl) Object.assign(process.env, (await import('./object-store.ts')).s3Environment)
    const files = await openFiles(product, db)
    try {
      return await use(files)
    } finally {
      await files.close()
    }
  })

export const readStored = (product: Stored, name: string): Promise<Buffer> =>
  withFiles(product, async (files) => {
    const file = await files.open(name)
    if (!file) throw new Error(`${name} is not stored`)
    try {
      return await buffer(file.stream())
    } finally {
      await file.close()
    }
  })

/** Counts the uploads that have begun, but whose files are neither stored nor removed. */
export async function countUnfinished(product: Stored): Promise<number> {
  if (!product.filesUrl) return (await readdir(join(product.dataDirectory, 'incoming'))).length
  return withDatabase(product, async (db) => {
    const unfinished = db.selectFrom('stored_objects').select('object_key').where('sha256', '=', '')
    return (await unfinished.execute()).length
  })
}

/** Makes objects without a name older by this time, so that the sweep removes them. */
export async function ageUnused(db: Db, ms: number): Promise<void> {
  await db
    .updateTable('stored_objects')
    .set((eb) => ({ unused_since: eb('unused_since', '-', ms) }))
    .execute()
}

/** Whether two files share their bytes. */
export async function shareBytes(product: Stored, names: readonly [string, string]): Promise<boolean> {
  if (!product.filesUrl) {
    const [one, other] = await Promise.all(names.map((name) => stat(join(product.dataDirectory, name))))
    return one?.ino === other?.ino
  }
  return withDatabase(product, async (db) => {
    const rows = await db.selectFrom('stored_files').select('object_key').where('name', 'in', names).execute()
    return rows.length === 2 && rows[0]?.object_key === rows[1]?.object_key
  })
}
