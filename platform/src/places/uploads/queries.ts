import type { Selectable } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { offsetConflict, uploadLifetime } from './rules.ts'
import type { UploadTables } from './tables.ts'

export type UploadRow = Selectable<UploadTables['uploads']>

/** A stored part of a file. */
export interface Part {
  name: string
  start: number
  size: number
}

/** Finds an upload of a user. Uploads of other users seem not to exist. */
export const findUpload = (db: Db, userId: string, id: string): Promise<UploadRow | undefined> =>
  db.selectFrom('uploads').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()

/** Counts the uploads of a user that may still be continued. */
export async function countUnfinished(db: Db, userId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('published', 'is', null)
    .where('created', '>', now - uploadLifetime)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the bytes of all files whose uploads to the places of a user may still be continued. */
export async function unfinishedBytes(db: Db, ownerId: string, now: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .innerJoin('places', 'places.id', 'uploads.place_id')
    .select(({ fn }) => fn.sum('uploads.size').as('bytes'))
    .where('places.owner_id', '=', ownerId)
    .where('uploads.published', 'is', null)
    .where('uploads.created', '>', now - uploadLifetime)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Lists the parts of an upload from its beginning. */
export const listParts = (db: Db, id: string): Promise<Part[]> =>
  db
    .selectFrom('upload_parts')
    .select(['name', 'start', 'size'])
    .where('upload_id', '=', id)
    .orderBy('start')
    .execute()

/**
 * Adds parts to an upload, unless another request has continued it meanwhile. One of several requests that continue it at the
 * same byte wins, even if they reach different processes.
 *
 * @throws Refused `conflict`
 */
export async function addParts(db: Db, id: string, parts: readonly Part[]): Promise<void> {
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return
  await db.transaction().execute(async (trx) => {
    await advance(trx, id, { from: first.start, to: last.start + last.size })
    await trx
      .insertInto('upload_parts')
      .values(parts.map((part) => ({ upload_id: id, ...part })))
      .execute()
  })
}

/** Records the result of an upload in the caller's transaction. Its parts are no longer needed. @throws Refused `conflict` */
export async function finishUpload(
  trx: Db,
  { id, size, from }: { id: string; size: number; from: number },
  { version, sha256 }: { version: number; sha256: string },
): Promise<void> {
  await advance(trx, id, { from, to: size })
  await trx.updateTable('uploads').set({ published: version, sha256 }).where('id', '=', id).execute()
  await trx.deleteFrom('upload_parts').where('upload_id', '=', id).execute()
}

async function advance(db: Db, id: string, { from, to }: { from: number; to: number }): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ received: to })
    .where('id', '=', id)
    .where('received', '=', from)
    .where('published', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 1n) return
  const row = await db.selectFrom('uploads').select('received').where('id', '=', id).executeTakeFirst()
  throw offsetConflict(Number(row?.received ?? 0))
}
