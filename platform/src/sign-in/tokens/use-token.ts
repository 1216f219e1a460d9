import type { Clock } from '@baseplate/service/clock'
import { type Factors, factorsOf } from '../../accounts/factors/rules.ts'
import type { Actor, TokenScope } from '../../accounts/rules.ts'
import { standingOf } from '../../accounts/standing/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { sha256 } from '../../foundation/ids.ts'
import { isWellFormed } from './format.ts'
import { findToken, recordUse } from './queries.ts'
import { isTokenScope, levelWithScopes } from './rules.ts'

/** A program that acts for the owner of a token. */
interface TokenUse {
  tokenId: string
  scopes: ReadonlySet<TokenScope>
  /** The owner, with no higher level than the scopes allow, and without a proof of identity. */
  actor: Actor
  /** The owner's own level decides which second factor the owner needs. */
  owner: { permissionLevel: number; factors: Factors }
  /** The owner is in a party. */
  inParty: boolean
}

/**
 * Authenticates a token and records its use. The owner's rights are read each time, so a change of them or a revocation takes
 * effect with the next request, on every site.
 *
 * @throws Refused `unauthenticated`: the token is malformed, unknown or expired.
 */
export async function useToken(platform: { db: Db; now: Clock }, token: string): Promise<TokenUse> {
  if (!isWellFormed(token)) throw new Refused('tokens.malformed')
  const row = await findToken(platform.db, sha256(token))
  if (!row) throw new Refused('tokens.unknown')
  const now = platform.now()
  if (row.tokenExpires <= now) throw new Refused('tokens.expired')
  await recordUse(platform.db, row, now)
  const { permissionLevel } = row
  const scopes = new Set(row.scopes.split(',').filter(isTokenScope))
  const factors = factorsOf(row.factors)
  const actor = {
    id: row.id,
    username: row.username,
    permissionLevel: levelWithScopes(permissionLevel, scopes),
    theme: row.theme,
    language: row.language,
    portrait: row.portrait,
    standing: standingOf(row, now),
    // Deleting an account ends its tokens.
    leaves: null,
    factors,
    proved: Number.NEGATIVE_INFINITY,
  }
  return {
    tokenId: row.tokenId,
    scopes,
    actor,
    owner: { permissionLevel, factors },
    inParty: row.inParty === 1,
  }
}
