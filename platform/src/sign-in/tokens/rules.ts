import { day, minute } from '@baseplate/service/clock'
import { permissionLevel, type TokenScope, tokenScopes } from '../../accounts/rules.ts'

export const isTokenScope = (text: string): text is TokenScope =>
  (tokenScopes as readonly string[]).includes(text)

/** The level that a user needs to create tokens with a scope. Its rights have no effect below that level anyway. */
export const levelOfScope = (scope: TokenScope): number => {
  if (scope === 'administer') return permissionLevel.administrator
  return scope === 'moderate' ? permissionLevel.catalogManager : permissionLevel.user
}

/** Returns the level with which a token acts: its owner's, reduced if the token lacks the scopes for rights over other users. */
export function levelWithScopes(ownersLevel: number, scopes: ReadonlySet<TokenScope>): number {
  if (scopes.has('administer')) return ownersLevel
  const highest = scopes.has('moderate') ? permissionLevel.moderator : permissionLevel.verified
  return Math.min(ownersLevel, highest)
}

export const maxTokens = 50
export const maxTokenName = 50
export const maxTokenDays = 365
export const defaultTokenDays = 90

/** An expired token stays in its owner's list for this long. */
export const expiredRetention = 7 * day

export const expiryOf = (days: number, now: number): number => now + days * day

/** Precision of the stored time of a token's last use. */
const lastUseInterval = minute

export const isLastUseDue = ({ last_used }: { last_used: number | null }, now: number): boolean =>
  last_used === null || now - last_used >= lastUseInterval
