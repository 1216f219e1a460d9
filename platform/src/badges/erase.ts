import type { Db } from '../foundation/database.ts'
import { inParts } from '../foundation/in-parts.ts'

/** Erases the badges that a user has won. The user's own games are erased with their badges. */
export const eraseAwards = ({ db }: { db: Db }, userId: string): Promise<void> =>
  inParts(
    (limit) =>
      db.selectFrom('badge_awards').select('badge_id').where('user_id', '=', userId).limit(limit).execute(),
    async (awards) => {
      await db
        .deleteFrom('badge_awards')
        .where('user_id', '=', userId)
        .where(
          'badge_id',
          'in',
          awards.map(({ badge_id }) => badge_id),
        )
        .execute()
    },
  )

/** Deletes the badges of places, which are deleted next. Triggers find the owner of a picture by the place. */
export async function deleteBadgesOf(trx: Db, placeIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('badges').where('place_id', 'in', placeIds).execute()
}
