import { type Problem, problem } from '../foundation/problem.ts'
import type { Factors } from './factors/rules.ts'
import type { Standing } from './standing/rules.ts'

export const usernameLimits = { min: 3, max: 21 } as const

export const usernamePattern = new RegExp(`^[A-Za-z0-9_]{${usernameLimits.min},${usernameLimits.max}}$`)

/**
 * Returns whether a name has letters of another script than the Latin one. Its user is told to write it in Latin letters, because
 * the general rule stands beside the field already.
 */
export const isInAnotherScript = (name: string): boolean => /(?!\p{Script=Latin})\p{L}/u.test(name)

/** Returns the key of a username. Usernames are unique and found regardless of letter case. */
export const usernameKey = (username: string) => username.toLowerCase()

/** Returns the address of a profile. */
export const profilePath = (username: string) => `/user/${username}`

/** Returns the skeleton of a username. Usernames with equal skeletons are easily mistaken for each other. */
export const usernameSkeleton = (username: string) =>
  username
    .toLowerCase()
    .replaceAll('_', '')
    .replaceAll(/[i1]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

export const permissionLevel = {
  user: 1,
  verified: 2,
  catalogManager: 3,
  moderator: 4,
  administrator: 5,
} as const

/** Rights that an access token gives to a program: docs/reference/site-api.md#access-tokens. */
export const tokenScopes = [
  'read',
  'social',
  'places:write',
  'data:read',
  'data:write',
  'assets:write',
  'money:spend',
  'moderate',
  'administer',
] as const
export type TokenScope = (typeof tokenScopes)[number]

/** Access to what only administrators may do. */
export const administratorAccess = { scope: 'administer', level: permissionLevel.administrator } as const

/** The user who performs an action: the user of a session, or the operator. */
export interface Actor {
  id: string
  username: string
  permissionLevel: number
  theme: string | null
  /** Language that the user has chosen. Null: the language that the browser asks for. */
  language: string | null
  /** Name of the small head shot. Null: it has not been rendered yet. */
  portrait: string | null
  /** Null: in good standing. Moderated users may do little more than read why, acknowledge a warning and appeal. */
  standing: Standing | null
  /** When the account, which its owner has deleted, will be erased. Null: it stays. Unix milliseconds. */
  leaves: number | null
  /** Second factors of the account. */
  factors: Factors
  /** When the user last proved their identity in this session, as by signing in. Unix milliseconds. */
  proved: number
}

/**
 * The operator at the command line of the machine. Has an administrator's rights, over administrators as well. No account can have
 * this id, because it is shorter than any account's.
 */
export const operator: Actor = {
  id: 'operator',
  username: 'operator',
  permissionLevel: permissionLevel.administrator + 1,
  theme: null,
  language: null,
  portrait: null,
  standing: null,
  leaves: null,
  factors: { totp: false, passkey: false },
  proved: Number.POSITIVE_INFINITY,
}

export const isAdministrator = (actor: Pick<Actor, 'permissionLevel'>) =>
  actor.permissionLevel >= permissionLevel.administrator

export const isModerator = (actor: Pick<Actor, 'permissionLevel'>) =>
  actor.permissionLevel >= permissionLevel.moderator

interface Account {
  id: string
  permissionLevel: number
}

/** Subjects of moderation, as messages name them. */
export type Moderated = 'accounts' | 'items' | 'groups' | 'places' | 'posts' | 'comments' | 'profiles'

/**
 * Returns why the actor may not moderate an account or its content, or undefined if they may. Staff act below their own level
 * only. Moderators may not decide about their own content, but administrators may, because nobody is above them.
 *
 * @param owner the account, or the owner of the content; null if that account is deleted.
 * @param least the level that the action requires.
 */
export function whyNotModerate(
  actor: Account,
  owner: Account | null,
  what: Moderated,
  least: number = permissionLevel.moderator,
): Problem | undefined {
  const { moderator, administrator } = permissionLevel
  if (actor.permissionLevel < least)
    return least === moderator
      ? problem('moderation.moderators_only', { what })
      : problem('moderation.level_too_low', { what })
  if (owner === null) return undefined
  if (actor.id === owner.id) {
    if (what === 'accounts') return problem('moderation.self')
    return actor.permissionLevel >= administrator ? undefined : problem('moderation.own_content', { what })
  }
  if (owner.permissionLevel < actor.permissionLevel) return undefined
  return what === 'accounts'
    ? problem('moderation.rank_accounts')
    : problem('moderation.rank_content', { what })
}
