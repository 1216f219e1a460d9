import type { Db } from '../foundation/database.ts'

/**
 * Hides a user's description in the transaction of its takedown, and keeps the text for a restore. Returns false if there is
 * none.
 */
export async function hideDescription(db: Db, userId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(({ ref }) => ({
      removed_description: ref('description'),
      description: '',
      description_updated: now,
    }))
    .where('id', '=', userId)
    .where('description', '!=', '')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Restores the removed description. Returns false if there is none, or if the user has written another one. */
export async function showDescription(db: Db, userId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(({ fn, ref, val }) => ({
      description: fn.coalesce(ref('removed_description'), val('')),
      removed_description: null,
      description_updated: now,
    }))
    .where('id', '=', userId)
    .where('description', '=', '')
    .where('removed_description', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
