import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { sha256 } from '../../foundation/ids.ts'
import { parseInput } from '../../foundation/input.ts'
import { resetPasswordInput } from '../input.ts'
import { type RecoveryLinkState, recoveryLinkState } from '../rules.ts'
import { rememberLoginAddress } from '../sessions/login-addresses.ts'
import { deleteSessions } from '../sessions/queries.ts'
import { createSession, type Device, type SessionWatch } from '../sessions/sessions.ts'
import { hashPassword } from './password.ts'
import { warnOfWeakPassword } from './password-advice.ts'
import { endRecoveryLinks } from './recovery-links.ts'

/** What somebody sees who follows a recovery link. Looking does not use it up: mail programs look, too. */
export async function viewRecoveryLink(
  { db, now }: { db: Db; now: Clock },
  token: string,
): Promise<{ state: RecoveryLinkState | 'unknown'; username: string | null }> {
  const link = await findLink(db, token)
  if (!link) return { state: 'unknown', username: null }
  const state = recoveryLinkState(link, now())
  return { state, username: state === 'open' ? link.username : null }
}

/**
 * Sets a new password by a recovery link, which is used up by it, ends all sessions and other links of the account,
 * and signs in; answers the session token. Of many at once, one wins.
 *
 * @throws InvalidFields; Refused `invalid` when the link does not work, `busy`.
 */
export async function resetPassword(
  { db, now, inbox }: { db: Db; now: Clock; inbox: SessionWatch },
  token: string,
  input: unknown,
  device: Device,
): Promise<string> {
  const link = await findLink(db, token)
  if (!link || recoveryLinkState(link, now()) !== 'open') throw noLonger()
  const { password, weakpassword } = parseInput(resetPasswordInput, input)
  await warnOfWeakPassword({ password, weakpassword }, [link.username])
  const password_hash = await hashPassword(password)
  const time = now()
  const session = await db.transaction().execute(async (trx) => {
    // The account's row is taken first, as everywhere: the sessions and links of one account change one after the other.
    await trx.updateTable('users').set({ password_hash }).where('id', '=', link.user_id).execute()
    const { numUpdatedRows } = await trx
      .updateTable('recovery_links')
      .set({ ended: time })
      .where('token_hash', '=', link.token_hash)
      .where('ended', 'is', null)
      .where('expires', '>', time)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw noLonger()
    await endRecoveryLinks(trx, link.user_id, time)
    await deleteSessions(trx, link.user_id)
    await rememberLoginAddress(trx, link.user_id, device.address, time)
    return createSession(trx, link.user_id, device, time)
  })
  inbox.recheckSessions(link.user_id)
  return session
}

const noLonger = () => new Refused('invalid', 'This link does not work any more. Ask for a new one.')

const findLink = (db: Db, token: string) =>
  db
    .selectFrom('recovery_links')
    .innerJoin('users', 'users.id', 'recovery_links.user_id')
    .select(['token_hash', 'user_id', 'expires', 'ended', 'username'])
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst()
