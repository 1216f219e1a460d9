import { sql } from 'kysely'
import { isPostgres } from '../database/dialect.ts'
import type { IndexDb } from '../tables.ts'

/** A file in object storage. */
export interface IndexedFile {
  name: string
  objectKey: string
  /** Bytes. */
  size: number
  /** Hexadecimal. */
  sha256: string
  /** Unix milliseconds. */
  modified: number
  used: number
}

const selectFiles = (db: IndexDb) =>
  db
    .selectFrom('stored_files')
    .innerJoin('stored_objects', 'stored_objects.object_key', 'stored_files.object_key')
    .select([
      'stored_files.name',
      'stored_files.object_key as objectKey',
      'stored_objects.size',
      'stored_objects.sha256',
      'stored_files.modified',
      'stored_files.used',
    ])

export const findFiles = (db: IndexDb, names: readonly string[]): Promise<IndexedFile[]> =>
  selectFiles(db).where('stored_files.name', 'in', names).execute()

/** Sorts after every character of a name. */
const lastCharacter = '~'

/** Lists files whose names begin with a prefix, by name. */
export const listFiles = (
  db: IndexDb,
  { prefix, after, limit }: { prefix: string; after: string; limit: number },
): Promise<IndexedFile[]> =>
  selectFiles(db)
    .where('stored_files.name', '>=', prefix)
    .where('stored_files.name', '>', after)
    .where('stored_files.name', '<', prefix + lastCharacter)
    .orderBy('stored_files.name')
    .limit(limit)
    .execute()

/** The database's time in Unix milliseconds, which all machines share. */
const databaseTime = (db: IndexDb) =>
  isPostgres(db)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`

/** Records an object before its upload begins, so that a sweep finds it after a crash. */
export async function recordUpload(db: IndexDb, objectKey: string): Promise<void> {
  await db
    .insertInto('stored_objects')
    .values({ object_key: objectKey, unused_since: databaseTime(db) })
    .execute()
}

/** Gives an uploaded object a name, and takes the name from the object that had it. */
export async function nameObject(
  db: IndexDb,
  { name, objectKey, size, sha256 }: Pick<IndexedFile, 'name' | 'objectKey' | 'size' | 'sha256'>,
  modified: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('stored_objects')
      .set({ size, sha256, unused_since: null })
      .where('object_key', '=', objectKey)
      .execute()
    const file = { object_key: objectKey, modified, used: modified }
    await trx
      .insertInto('stored_files')
      .values({ name, ...file })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(file))
      .execute()
  })
}

/** Gives the object of a file another name as well. Returns false when there is no such file. */
export async function shareName(db: IndexDb, from: string, to: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('stored_files')
    .columns(['name', 'object_key', 'modified', 'used'])
    .expression((eb) =>
      eb
        .selectFrom('stored_files')
        .select([sql.lit(to).as('name'), 'object_key', 'modified', 'used'])
        .where('name', '=', from),
    )
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        object_key: eb.ref('excluded.object_key'),
        modified: eb.ref('excluded.modified'),
        used: eb.ref('excluded.used'),
      })),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Takes a file's name away. Returns the row, or undefined when there is no such file. */
export const removeName = (db: IndexDb, name: string, before?: number) =>
  db
    .deleteFrom('stored_files')
    .where('name', '=', name)
    .$if(before !== undefined, (query) => query.where('modified', '<', before ?? 0))
    .returningAll()
    .executeTakeFirst()

/** Gives a name back that `removeName` took away, unless another file has taken it. */
export async function restoreName(
  db: IndexDb,
  row: { name: string; object_key: string; modified: number; used: number },
): Promise<void> {
  await db
    .insertInto('stored_files')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

export async function recordUse(db: IndexDb, name: string, used: number): Promise<void> {
  await db.updateTable('stored_files').set({ used }).where('name', '=', name).execute()
}

/**
 * Lists objects that have had no name for this long, the oldest first, and clears the mark of objects that have one.
 *
 * @param time the confirmed time, which bounds that of the database
 */
export async function listUnusedObjects(
  db: IndexDb,
  { forMs, time }: { forMs: number; time: number },
  limit: number,
): Promise<string[]> {
  const found = await db
    .selectFrom('stored_objects')
    .select((eb) => [
      'object_key',
      'unused_since',
      eb
        .exists(
          eb
            .selectFrom('stored_files')
            .select('name')
            .whereRef('stored_files.object_key', '=', 'stored_objects.object_key'),
        )
        .as('isNamed'),
    ])
    .where('unused_since', '<', sql<number>`${databaseTime(db)} - ${sql.lit(forMs)}`)
    .where('unused_since', '<', time - forMs)
    .orderBy('unused_since')
    .limit(limit)
    .execute()
  for (const { object_key, unused_since, isNamed } of found) {
    if (!isNamed) continue
    // A name that is taken away meanwhile changes the time, and the mark stays.
    await db
      .updateTable('stored_objects')
      .set({ unused_since: null })
      .where('object_key', '=', object_key)
      .where('unused_since', '=', unused_since)
      .execute()
  }
  return found.filter(({ isNamed }) => !isNamed).map(({ object_key }) => object_key)
}

/** Removes objects from the index that are no longer in storage. One that has a name stays, and the statement fails. */
export async function forgetObjects(db: IndexDb, objectKeys: readonly string[]): Promise<void> {
  if (objectKeys.length === 0) return
  await db.deleteFrom('stored_objects').where('object_key', 'in', objectKeys).execute()
}
