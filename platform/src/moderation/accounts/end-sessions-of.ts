import type { Clock } from '@baseplate/service/clock'
import { lockUser, recordAction, useCase } from '../../accounts/door.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { deleteSessions, type SessionWatch } from '../../sign-in/door.ts'
import { accountInput } from '../actions/input.ts'
import { permitAccess } from '../actions/permit-access.ts'

/** Returns the number of ended sessions. @throws as `permitAccess` */
export const endSessionsOf = useCase(
  {
    summary: 'Ends all sessions of an account at once.',
    scope: 'browser',
    level: permissionLevel.administrator,
    input: accountInput,
  },
  async (
    platform: { db: Db; now: Clock; inbox: SessionWatch },
    actor,
    { username },
  ): Promise<{ ended: number }> => {
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
  },
)
