import type { Clock } from '@baseplate/service/clock'
import { recordAction } from '../../accounts/audit/record-action.ts'
import { lockUser } from '../../accounts/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import { deleteSessions } from '../../accounts/sessions/queries.ts'
import type { SessionWatch } from '../../accounts/sessions/sessions.ts'
import type { Db } from '../../database.ts'
import { permitAccess } from '../actions/permit-access.ts'

/**
 * Ends all sessions of an account at once.
 *
 * @returns the number of ended sessions.
 * @throws as `permitAccess`.
 */
export async function endSessionsOf(
  platform: { db: Db; now: Clock; inbox: SessionWatch },
  actor: Actor,
  username: string,
): Promise<{ ended: number }> {
  const { id } = await permitAccess(platform, actor, username)
  const ended = await platform.db.transaction().execute(async (db) => {
    await lockUser(db, id)
    const ended = await deleteSessions(db, id)
    const before = { sessions: ended }
    await recordAction(
      db,
      { actor, action: 'endsessions', subject: `user:${id}`, before, after: { sessions: 0 } },
      platform.now(),
    )
    return ended
  })
  platform.inbox.recheckSessions(id)
  return { ended }
}
