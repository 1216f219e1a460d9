import type { Clock } from '@baseplate/service/clock'
import { sql } from 'kysely'
import type { OpenAction } from '../../accounts/standing/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { tryWrite } from '../../foundation/unavailable.ts'
import { expiredRetention, isLastUseDue, isTokenScope, levelOfScope } from './rules.ts'

interface TokenRow extends OpenAction {
  tokenId: string
  scopes: string
  tokenExpires: number
  last_used: number | null
  id: string
  username: string
  permissionLevel: number
  theme: string | null
  language: string | null
  portrait: string | null
  inParty: number
  factors: number
}

/** Finds a token with its owner. Raw SQL as for `findSession`: every request of a program runs it. */
export async function findToken(db: Db, tokenHash: string): Promise<TokenRow | undefined> {
  const { rows } = await sql<TokenRow>`
    select token.id as "tokenId", token.scopes, token.expires as "tokenExpires", token.last_used,
      users.id, users.username, users.permission_level as "permissionLevel", users.theme, users.language, users.portrait,
      users.in_party as "inParty", users.factors,
      action.type, action.reason, action.created as since, action.expires as until, action.number
    from access_tokens as token
    inner join users on users.id = token.user_id
    left join moderation_actions as action on action.user_id = users.id and action.ended is null
    where token.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

/** Stores the time of a token's last use if possible, at most once a minute. */
export async function recordUse(db: Db, token: Pick<TokenRow, 'tokenId' | 'last_used'>, now: number) {
  if (!isLastUseDue(token, now)) return
  await tryWrite(() =>
    db.updateTable('access_tokens').set({ last_used: now }).where('id', '=', token.tokenId).execute(),
  )
}

/** Lists the tokens of a user, the newest first. */
export const listTokensOf = (db: Db, userId: string) =>
  db
    .selectFrom('access_tokens')
    .select(['id', 'name', 'scopes', 'created', 'expires', 'last_used as lastUsed'])
    .where('user_id', '=', userId)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Counts the tokens of a user that have not expired. */
export async function countTokens(db: Db, userId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('access_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('expires', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Removes expired tokens that are no longer listed. */
export async function removeExpiredTokens({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db
    .deleteFrom('access_tokens')
    .where('expires', '<=', now() - expiredRetention)
    .execute()
}

/** Ends all tokens of an account. */
export const deleteTokens = (db: Db, userId: string) =>
  db.deleteFrom('access_tokens').where('user_id', '=', userId).execute()

/** Ends the tokens of an account with a scope that needs a higher level, so that a later change of the level does not revive them. */
export async function deleteTokensAbove(db: Db, userId: string, level: number): Promise<void> {
  const above = (await listTokensOf(db, userId)).filter(({ scopes }) =>
    scopes.split(',').some((scope) => isTokenScope(scope) && levelOfScope(scope) > level),
  )
  if (above.length === 0) return
  const ids = above.map(({ id }) => id)
  await db.deleteFrom('access_tokens').where('id', 'in', ids).execute()
}
