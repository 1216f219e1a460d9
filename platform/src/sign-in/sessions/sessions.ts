import type { Clock } from '@baseplate/service/clock'
import { factorsOf } from '../../accounts/factors/rules.ts'
import type { Actor } from '../../accounts/rules.ts'
import { standingOf } from '../../accounts/standing/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { newSessionToken, sha256 } from '../../foundation/ids.ts'
import { tryWrite } from '../../foundation/unavailable.ts'
import { deleteSession, findSession, listSurplusSessions } from './queries.ts'
import {
  deviceName,
  hasEnded,
  isLastUseDue,
  isRenewalDue,
  maxSessions,
  parseDevice,
  sessionLifetime,
} from './rules.ts'
import type { SessionPlaces } from './session-places.ts'

export interface Device {
  userAgent: string
  address: string
  /** Whether the request comes from the machine of a site that only this machine reaches. Limits by address leave it alone. */
  isOwnMachine?: boolean
}

/** Creates a session of the user and returns its token, for the cookie. Ends the sessions that are too many. */
export async function createSession(
  db: Db,
  userId: string,
  device: Device,
  now: number,
  proved: number | null = null,
): Promise<string> {
  const token = newSessionToken()
  const tokenHash = sha256(token)
  await db
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      created: now,
      last_used: now,
      expires: now + sessionLifetime,
      proved,
      user_agent: device.userAgent.slice(0, 300),
      address: device.address,
    })
    .execute()
  for (const surplus of await listSurplusSessions(db, userId, tokenHash)) await deleteSession(db, surplus)
  return token
}

interface ActiveSession {
  actor: Actor
  /** The session was renewed, so its cookie must be renewed as well. */
  renewed: boolean
  /** The user is in a party. */
  inParty: boolean
  /** The user's rights have changed, so `rotateSession` must replace the token. */
  rotationDue: boolean
}

/**
 * Returns the user of a session and records its use. Undefined: the token is unknown or expired.
 *
 * @param address the client's address, which the owner sees in the list of sessions.
 */
export async function useSession(
  platform: { db: Db; now: Clock },
  token: string,
  address?: string,
): Promise<ActiveSession | undefined> {
  const tokenHash = sha256(token)
  const session = await findSession(platform.db, tokenHash)
  const now = platform.now()
  if (!session || session.expires <= now || hasEnded(session, now)) return undefined
  const { created, expires, last_used, proved, rotation_due, replaced, ...owner } = session
  const { inParty, factors, type, reason, since, until, number, ...person } = owner
  const actor = {
    ...person,
    standing: standingOf({ type, reason, since, until, number }, now),
    factors: factorsOf(factors),
    proved: proved ?? created,
  }
  // The replacement of a token renews the session as well.
  const renewalDue = replaced === 0 && rotation_due === 0 && isRenewalDue({ expires }, now)
  let renewed = false
  if (renewalDue || isLastUseDue({ last_used }, now)) {
    const used = await tryWrite(() =>
      platform.db
        .updateTable('sessions')
        .set({
          last_used: now,
          ...(address !== undefined && { address }),
          ...(renewalDue && { expires: now + sessionLifetime }),
        })
        .where('token_hash', '=', tokenHash)
        .returning('replaced')
        .executeTakeFirst(),
    )
    // The session ended between the two statements.
    if (used && !used.result) return undefined
    // Another request may have replaced the token meanwhile. Its cookie must stay.
    renewed = renewalDue && used?.result?.replaced === 0
  }
  return { actor, renewed, inParty: inParty === 1, rotationDue: rotation_due === 1 }
}

/** Returns the public id of a session. Neither the token nor its stored hash can be derived from it. */
export const sessionId = (tokenHash: string) => sha256(`session ${tokenHash}`).slice(0, 24)

/**
 * Lists the sessions of the actor: the current one first, then by last use.
 *
 * @param language the reader's, for names of places.
 */
export async function listSessions(
  platform: { db: Db; now: Clock; sessionPlaces: SessionPlaces },
  actor: Actor,
  token: string,
  language = 'en',
) {
  const tokenHash = sha256(token)
  const sessions = await platform.db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', actor.id)
    .where('expires', '>', platform.now())
    .where('replaced', '=', 0)
    .orderBy((eb) => eb.case().when('token_hash', '=', tokenHash).then(0).else(1).end())
    .orderBy('last_used', 'desc')
    .limit(maxSessions)
    .execute()
  const placeOf = await platform.sessionPlaces.finder(language)
  return sessions.map((session) => ({
    id: sessionId(session.token_hash),
    device: deviceName(parseDevice(session.user_agent)),
    ...parseDevice(session.user_agent),
    address: session.address,
    // Looked up each time, so that no place is stored.
    place: placeOf(session.address),
    created: session.created,
    lastUsed: session.last_used,
    expires: session.expires,
    current: session.token_hash === tokenHash,
  }))
}

/** Ends the streams of sessions that have ended or lost rights. Called after the commit. */
export interface SessionWatch {
  recheckSessions(userId: string): void
}

export async function removeExpiredSessions(platform: { db: Db; now: Clock }): Promise<void> {
  const now = platform.now()
  await platform.db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([eb('expires', '<=', now), eb.and([eb('replaced', '!=', 0), eb('replaced', '<=', now)])]),
    )
    .execute()
}
