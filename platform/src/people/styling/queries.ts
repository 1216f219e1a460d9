import type { Db } from '../../foundation/database.ts'

export const findStyle = (db: Db, userId: string) =>
  db
    .selectFrom('profile_styles')
    .select(['css', 'hash', 'draft', 'updated', 'removed_css'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Returns the version of the stylesheet that visitors see. Empty: the profile has no styling. */
export const findStyleHash = async (db: Db, userId: string): Promise<string> =>
  (await db.selectFrom('profile_styles').select('hash').where('user_id', '=', userId).executeTakeFirst())
    ?.hash ?? ''
