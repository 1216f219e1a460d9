import { sql } from 'kysely'
import { isActionInForce } from '../../accounts/door.ts'
import type { OpenAction } from '../../accounts/standing/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { sha256 } from '../../foundation/ids.ts'
import { firstHashOf, maxSessions } from './rules.ts'

interface SessionRow extends OpenAction {
  id: string
  username: string
  permissionLevel: number
  theme: string | null
  language: string | null
  portrait: string | null
  inParty: number
  factors: number
  /** When the account will be erased. Null: it stays. */
  leaves: number | null
  created: number
  expires: number
  last_used: number
  proved: number | null
  rotation_due: number
  replaced: number
}

/** Finds a session with its user. Raw SQL, because every request runs it and building the query costs as much as running it. */
export async function findSession(db: Db, tokenHash: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select users.id, users.username, users.permission_level as "permissionLevel", users.theme, users.language, users.portrait,
      users.in_party as "inParty", users.factors, sessions.created, sessions.expires, sessions.last_used,
      sessions.proved, sessions.rotation_due, sessions.replaced,
      departures.due as leaves, action.type, action.reason, action.created as since, action.expires as until, action.number
    from sessions
    inner join users on users.id = sessions.user_id
    left join moderation_actions as action on action.user_id = users.id and action.ended is null
    left join departures on departures.user_id = users.id
    where sessions.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

/** Returns the hashes of the given sessions that have not expired and belong to users in good standing. */
export async function listLiveSessions(
  db: Db,
  tokenHashes: readonly string[],
  now: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .leftJoin('moderation_actions as action', (join) =>
      join.onRef('action.user_id', '=', 'sessions.user_id').on(isActionInForce('action', now)),
    )
    .select('token_hash')
    .where('token_hash', 'in', tokenHashes)
    .where('sessions.expires', '>', now)
    .where((eb) => eb.or([eb('replaced', '=', 0), eb('replaced', '>', now)]))
    .where('action.user_id', 'is', null)
    .execute()
  return rows.map(({ token_hash }) => token_hash)
}

/** Returns when each of these users last used one of their sessions. */
export const listLastSeen = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('sessions')
    .select((eb) => ['user_id', eb.fn.max('last_used').as('last_seen')])
    .where('user_id', 'in', userIds)
    .groupBy('user_id')
    .execute()

export async function countSessions(db: Db, userId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('expires', '>', now)
    .where('replaced', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the sessions of a user beyond the maximum, by the hashes of their tokens. The ones that were used last are not among them. */
export async function listSurplusSessions(db: Db, userId: string, newest: string): Promise<string[]> {
  const others = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', newest)
    .where('replaced', '=', 0)
    .orderBy('last_used', 'desc')
    .orderBy('created', 'desc')
    .execute()
  return others.slice(maxSessions - 1).map(({ token_hash }) => token_hash)
}

/** Deletes a session with all its tokens, current and replaced. Returns its user. */
export async function deleteSession(trx: Db, tokenHash: string): Promise<string | undefined> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning(['user_id', 'token_hash', 'first_hash'])
    .executeTakeFirst()
  if (!ended) return undefined
  const first = firstHashOf(ended)
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', ended.user_id)
    .where((eb) => eb.or([eb('token_hash', '=', first), eb('first_hash', '=', first)]))
    .execute()
  return ended.user_id
}

/** Returns the hash of the first token of a session, which stays when its token is replaced. */
export async function findFirstHash(db: Db, tokenHash: string): Promise<string | undefined> {
  const session = await db
    .selectFrom('sessions')
    .select(['token_hash', 'first_hash'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return session && firstHashOf(session)
}

/** Returns the sessions of a user that have not ended, by the hashes of their first tokens. */
export async function listOpenSessions(db: Db, userId: string, now: number): Promise<ReadonlySet<string>> {
  const sessions = await db
    .selectFrom('sessions')
    .select(['token_hash', 'first_hash'])
    .where('user_id', '=', userId)
    .where('replaced', '=', 0)
    .where('expires', '>', now)
    .execute()
  return new Set(sessions.map(firstHashOf))
}

/** Returns the account whose password a browser has given; undefined: it has given none, or too long ago. */
export const findPendingSignIn = (db: Db, token: string, now: number) =>
  db
    .selectFrom('pending_sign_ins')
    .innerJoin('users', 'users.id', 'pending_sign_ins.user_id')
    .select(['users.id', 'users.username', 'users.factors'])
    .where('token_hash', '=', sha256(token))
    .where('expires', '>', now)
    .executeTakeFirst()

/** Ends all unfinished sign-ins of an account. */
export const endPendingSignIns = (trx: Db, userId: string) =>
  trx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute()

/** Makes the next request of each session of an account replace its token. */
export const requestRotation = (db: Db, userId: string) =>
  db
    .updateTable('sessions')
    .set({ rotation_due: 1 })
    .where('user_id', '=', userId)
    .where('replaced', '=', 0)
    .execute()

/** Makes the sessions of an account prove its identity again. Null would count the sign-in as a proof. */
export const forgetProofs = (db: Db, userId: string) =>
  db.updateTable('sessions').set({ proved: 0 }).where('user_id', '=', userId).execute()
