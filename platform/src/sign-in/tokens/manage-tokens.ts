import { type Clock, hour, second } from '@baseplate/service/clock'
import { lockUser, type SecurityNotices, type Sender, useCase } from '../../accounts/door.ts'
import { requireFreshProof } from '../../accounts/factors/rules.ts'
import { type TokenScope, tokenScopes } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { newTimedId, sha256 } from '../../foundation/ids.ts'
import { noInput } from '../../foundation/input.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import { problem } from '../../foundation/problem.ts'
import { listLiveSessions } from '../sessions/queries.ts'
import { newAccessToken } from './format.ts'
import { createTokenInput, revokeTokenInput } from './input.ts'
import { countTokens, listTokensOf } from './queries.ts'
import { expiryOf, isTokenScope, levelOfScope, maxTokens } from './rules.ts'

/** Limits the tokens that a user creates, because each notifies and mails them. */
export const createTokenLimit = (counts: LimitCounts): Limit =>
  createLimit(counts, { points: 20, windowSeconds: hour / second, code: 'limits.tokens' })

/**
 * @throws InvalidFields; Refused `forbidden` without a fresh proof; `conflict`: there are too many; `limited`;
 * `unauthenticated`: the session has ended.
 */
export const createToken = useCase(
  {
    summary:
      'Creates a token of the actor, and notifies them. The token is returned once, and only its hash is stored.',
    scope: 'browser',
    proof: true,
    input: createTokenInput,
  },
  async (
    platform: { now: Clock; securityNotices: SecurityNotices; tokenLimit: Limit },
    actor,
    { name, scopes, expires },
    { sessionToken }: Pick<Sender, 'sessionToken'>,
  ): Promise<{ id: string; token: string }> => {
    requireLevelOf(scopes, actor)
    const now = platform.now()
    // A token outlives the session that creates it, so a borrowed browser must not suffice.
    requireFreshProof(actor, now)
    await platform.tokenLimit.spend(actor.id)
    const id = newTimedId(now)
    const token = newAccessToken()
    await platform.securityNotices.transaction(actor.id, async (trx, tell) => {
      const owner = await lockUser(trx, actor.id)
      // A lower level meanwhile has deleted the tokens above it, and this one would stay.
      if (owner) requireLevelOf(scopes, owner)
      // The body may arrive long after the session was checked. A token created then would survive the end of all sessions.
      if ((await listLiveSessions(trx, [sha256(sessionToken)], now)).length === 0)
        throw new Refused('site.sign_in_first')
      if ((await countTokens(trx, actor.id, now)) >= maxTokens)
        throw new Refused('tokens.too_many', { max: maxTokens })
      await trx
        .insertInto('access_tokens')
        .values({
          id,
          user_id: actor.id,
          token_hash: sha256(token),
          name,
          scopes: tokenScopes.filter((scope) => scopes.includes(scope)).join(),
          created: now,
          expires: expiryOf(expires, now),
          last_used: null,
        })
        .execute()
      tell({ event: 'token_made', values: {} })
    })
    return { id, token }
  },
)

function requireLevelOf(
  scopes: readonly TokenScope[],
  { permissionLevel }: { permissionLevel: number },
): void {
  const denied = scopes.find((scope) => permissionLevel < levelOfScope(scope))
  if (denied) throw new InvalidFields({ scopes: problem('tokens.above_level', { scope: denied }) })
}

export const revokeToken = useCase(
  {
    summary: 'Revokes a token of the actor. Does nothing if there is no such token.',
    scope: 'browser',
    input: revokeTokenInput,
  },
  async ({ db }: { db: Db }, actor, { id }): Promise<void> => {
    await db.deleteFrom('access_tokens').where('id', '=', id).where('user_id', '=', actor.id).execute()
  },
)

export const listTokens = useCase(
  {
    summary: "Lists the actor's tokens, the newest first, with expired ones.",
    scope: 'browser',
    input: noInput,
  },
  async (platform: { db: Db; now: Clock }, actor) => {
    const now = platform.now()
    return (await listTokensOf(platform.db, actor.id)).map(({ scopes, ...token }) => ({
      ...token,
      scopes: scopes.split(',').filter(isTokenScope),
      expired: token.expires <= now,
    }))
  },
)
