import { lockUser, type Sender, useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { sha256 } from '../../foundation/ids.ts'
import { formIdInput } from '../../foundation/input.ts'
import { endSessionsInput } from '../input.ts'
import { type Confirming, confirmPassword } from '../passwords/confirm-password.ts'
import { deleteSession } from '../sessions/queries.ts'
import { firstHashOf } from '../sessions/rules.ts'
import { type Device, type SessionWatch, sessionId } from '../sessions/sessions.ts'
import { deleteSessions } from './end-access.ts'

/** Ends the session of a token: signs out on this device. */
export async function endSession(
  { db, inbox }: { db: Db; inbox: SessionWatch },
  token: string,
): Promise<void> {
  const userId = await db.transaction().execute((trx) => deleteSession(trx, sha256(token)))
  if (userId !== undefined) inbox.recheckSessions(userId)
}

/** @throws InvalidFields if the password is wrong; WorkRequired after too many wrong passwords; Refused `busy`. */
export const endAllSessions = useCase(
  {
    summary: 'Ends all sessions of the actor, including the current one.',
    scope: 'browser',
    input: endSessionsInput,
  },
  async (
    platform: Confirming & { inbox: SessionWatch },
    actor,
    { password, work },
    { address }: Device,
  ): Promise<void> => {
    await confirmPassword(platform, actor, { password, field: 'password', address, work })
    await platform.db.transaction().execute(async (trx) => {
      await lockUser(trx, actor.id)
      await deleteSessions(trx, actor.id)
    })
    platform.inbox.recheckSessions(actor.id)
  },
)

/** @param id public id of the session to end. @returns whether the ended session is the current one. */
export const endOneSession = useCase(
  {
    summary: 'Ends one session of the actor. Does nothing if the actor has no such session.',
    scope: 'browser',
    input: formIdInput,
  },
  async (
    { db, inbox }: { db: Db; inbox: SessionWatch },
    actor,
    { id },
    { sessionToken }: Pick<Sender, 'sessionToken'>,
  ): Promise<{ own: boolean }> => {
    const sessions = await db
      .selectFrom('sessions')
      .select(['token_hash', 'first_hash'])
      .where('user_id', '=', actor.id)
      .execute()
    const ended = sessions.find(({ token_hash }) => sessionId(token_hash) === id)
    if (ended) {
      await db.transaction().execute((trx) => deleteSession(trx, ended.token_hash))
      inbox.recheckSessions(actor.id)
    }
    const current = sessions.find(({ token_hash }) => token_hash === sha256(sessionToken))
    return {
      own: ended !== undefined && current !== undefined && firstHashOf(ended) === firstHashOf(current),
    }
  },
)
