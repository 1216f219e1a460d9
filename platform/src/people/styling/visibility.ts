import type { Db } from '../../foundation/database.ts'
import { findStyle } from './queries.ts'
import { hashOf } from './rules.ts'

/** Removes a user's CSS in the transaction of its takedown, and keeps it. Returns false if there is none. */
export async function hideStyling(db: Db, userId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('profile_styles')
    .set(({ ref }) => ({ removed_css: ref('css'), css: '', hash: '', updated: now }))
    .where('user_id', '=', userId)
    .where('hash', '!=', '')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Restores the removed CSS. Returns false if there is none, or if the user has saved other CSS. */
export async function showStyling(db: Db, userId: string, now: number): Promise<boolean> {
  const css = (await findStyle(db, userId))?.removed_css ?? ''
  const { numUpdatedRows } = await db
    .updateTable('profile_styles')
    .set({ css, hash: hashOf(css), removed_css: null, updated: now })
    .where('user_id', '=', userId)
    .where('hash', '=', '')
    .where('removed_css', '=', css)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
