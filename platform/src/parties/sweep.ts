import type { Clock } from '@baseplate/service/clock'
import { selectGone } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { deleteEmptyParties, lockParties } from './queries.ts'
import { absenceMs } from './rules.ts'

/** Removes members who have been away for too long or whose account is gone, and parties without members. */
export async function sweepParties({ db, now }: { db: Db; now: Clock }): Promise<void> {
  const recently = now() - absenceMs
  await db.transaction().execute(async (trx) => {
    const absent = await trx
      .deleteFrom('party_members')
      .where('joined', '<', recently)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('sessions')
              .select('sessions.user_id')
              .whereRef('sessions.user_id', '=', 'party_members.user_id')
              .where('last_used', '>=', recently),
          ),
        ),
      )
      .returning('party_id')
      .execute()
    const terminated = await trx
      .deleteFrom('party_members')
      .where('user_id', 'in', selectGone(trx))
      .returning('party_id')
      .execute()
    const left = [...absent, ...terminated].map(({ party_id }) => party_id)
    // Deleted accounts take their membership with them, so older parties may be empty too.
    const empty = await trx
      .selectFrom('parties')
      .leftJoin('party_members', 'party_members.party_id', 'parties.id')
      .select('parties.id')
      .where('party_members.party_id', 'is', null)
      .where('parties.created', '<', recently)
      .execute()
    const ids = [...new Set([...left, ...empty.map(({ id }) => id)])]
    if (ids.length === 0) return
    await lockParties(trx, ids)
    await deleteEmptyParties(trx, ids)
  })
}
