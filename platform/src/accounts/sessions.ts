import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { newSessionToken, sha256 } from '../foundation/ids.ts'
import { findSession } from './queries.ts'
import { type Actor, isInForce, isSessionDue, sessionLifetime } from './rules.ts'

export interface Device {
  userAgent: string
  address: string
}

/** A new session of the user; answers its token, for the cookie. */
export async function createSession(db: Db, userId: string, device: Device, now: number): Promise<string> {
  const token = newSessionToken()
  await db
    .insertInto('sessions')
    .values({
      token_hash: sha256(token),
      user_id: userId,
      created: now,
      last_used: now,
      expires: now + sessionLifetime,
      user_agent: device.userAgent.slice(0, 300),
      address: device.address,
    })
    .execute()
  return token
}

export interface ActiveSession {
  actor: Actor
  /** The session was renewed: its cookie has to be, too. */
  renewed: boolean
}

/** The person of a session cookie; undefined for a token that is unknown or expired. */
export async function useSession(
  platform: { db: Db; now: Clock },
  token: string,
): Promise<ActiveSession | undefined> {
  const tokenHash = sha256(token)
  const session = await findSession(platform.db, tokenHash)
  const now = platform.now()
  if (!session || session.expires <= now) return undefined
  const { expires, type, reason, since, until, number, ...person } = session
  const standing =
    type !== null && reason !== null && since !== null && number !== null
      ? { type, reason, since, expires: until, number }
      : null
  const actor = { ...person, standing: standing && isInForce(standing, now) ? standing : null }
  const renewed = isSessionDue({ expires }, now)
  if (renewed) {
    await platform.db
      .updateTable('sessions')
      .set({ last_used: now, expires: now + sessionLifetime })
      .where('token_hash', '=', tokenHash)
      .execute()
  }
  return { actor, renewed }
}

/** Ends one session: signing out on this device. */
export async function endSession(platform: { db: Db }, token: string): Promise<void> {
  await platform.db.deleteFrom('sessions').where('token_hash', '=', sha256(token)).execute()
}

/** Removes what has expired. */
export async function removeExpiredSessions(platform: { db: Db; now: Clock }): Promise<void> {
  await platform.db.deleteFrom('sessions').where('expires', '<=', platform.now()).execute()
}
