import { day, hour, minute } from '../foundation/clock.ts'
import type { Standing } from './standing/rules.ts'

/** Decisions, section 3. */
export const usernamePattern = /^[A-Za-z0-9_]{3,21}$/

export const permissionLevel = {
  user: 1,
  verified: 2,
  catalogManager: 3,
  moderator: 4,
  administrator: 5,
} as const

export const maxPasswordLength = 6969
export const minPasswordLength = 16

/** A session lasts this long after it was last renewed. */
export const sessionLifetime = 30 * day

/** Use renews a session once a day at most, so that not every request writes. */
const renewalInterval = day

/** What a username looks like: usernames with the same look are easily taken for each other. */
export const usernameLook = (username: string) =>
  username
    .toLowerCase()
    .replaceAll('_', '')
    .replaceAll(/[i1]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

/** Names are unique, and found, without regard to case. */
export const usernameKey = (username: string) => username.toLowerCase()

export function isSessionDue(session: { expires: number }, now: number): boolean {
  return session.expires - now < sessionLifetime - renewalInterval
}

/** When a session was last used is true to so much. */
const lastUseInterval = 5 * minute

export const isLastUseDue = (session: { last_used: number }, now: number): boolean =>
  now - session.last_used >= lastUseInterval

/** Whoever has used the site a moment ago. A use shows after the interval at the latest, so it lasts for two. */
export const isOnline = (lastSeen: number, now: number): boolean => now - lastSeen < 2 * lastUseInterval

/** A recovery link works this long. */
export const recoveryLifetime = hour

/** Links that an account may be sent within the lifetime of one: nobody's mailbox is flooded by others. */
export const recoveryLinksMax = 3

export type RecoveryLinkState = 'open' | 'ended' | 'expired'

export function recoveryLinkState(
  link: { expires: number; ended: number | null },
  now: number,
): RecoveryLinkState {
  if (link.ended !== null) return 'ended'
  return link.expires > now ? 'open' : 'expired'
}

interface RegistrationKey {
  key: string
  uses_left: number
  expires: number | null
  disabled: number
}

export const registrationKeyStates = ['open', 'used up', 'expired', 'disabled', 'of another prefix'] as const

export type RegistrationKeyState = (typeof registrationKeyStates)[number]

export function registrationKeyState(
  { key, uses_left, expires, disabled }: RegistrationKey,
  { prefix, now }: { prefix: string; now: number },
): RegistrationKeyState {
  if (!key.startsWith(prefix)) return 'of another prefix'
  if (disabled === 1) return 'disabled'
  if (expires !== null && expires <= now) return 'expired'
  return uses_left > 0 ? 'open' : 'used up'
}

/** What somebody is told who wants to register with the key, or with none that there is; undefined: they may. */
export function registrationKeyFault(state: RegistrationKeyState | undefined): string | undefined {
  if (state === 'open') return undefined
  return state === 'used up' ? 'This registration key has ran out of uses' : 'Registration key is invalid'
}

/** Somebody who acts: the person of a session. */
export interface Actor {
  id: string
  username: string
  permissionLevel: number
  theme: string | null
  /** Names the small head shot; null: there is none yet. */
  portrait: string | null
  /** Null: in good standing. Whoever is not may do nothing but read why (and acknowledge a warning). */
  standing: Standing | null
}

/**
 * The operator at the command line of the machine. Has an administrator's rights, over administrators as well. The id is
 * shorter than any account's.
 */
export const operator: Actor = {
  id: 'operator',
  username: 'operator',
  permissionLevel: 6,
  theme: null,
  portrait: null,
  standing: null,
}

export const isAdministrator = (actor: Pick<Actor, 'permissionLevel'>) =>
  actor.permissionLevel >= permissionLevel.administrator

export const isModerator = (actor: Pick<Actor, 'permissionLevel'>) =>
  actor.permissionLevel >= permissionLevel.moderator

interface Account {
  id: string
  permissionLevel: number
}

/** What staff moderate, as messages name it. */
export type Moderated = 'accounts' | 'items' | 'groups' | 'places' | 'posts' | 'comments'

/**
 * Returns why the actor may not moderate an account or its content, or undefined if they may. Staff act below their own level
 * only. Another moderator decides on a moderator's own content. Administrators decide on their own, because nobody is above
 * them.
 *
 * @param owner the account, or the owner of the content; null if that account is deleted.
 * @param least the level that the action requires.
 */
export function whyNotModerate(
  actor: Account,
  owner: Account | null,
  what: Moderated,
  least: number = permissionLevel.moderator,
): string | undefined {
  const { moderator, administrator } = permissionLevel
  if (actor.permissionLevel < least)
    return least === moderator ? `Only moderators may moderate ${what}` : `You cannot moderate ${what}`
  if (owner === null) return undefined
  if (actor.id === owner.id) {
    if (what === 'accounts') return 'You cannot moderate yourself'
    return actor.permissionLevel >= administrator ? undefined : `You cannot moderate your own ${what}`
  }
  if (owner.permissionLevel < actor.permissionLevel) return undefined
  return what === 'accounts'
    ? 'You can only moderate accounts of a level below your own'
    : `You can only moderate ${what} of accounts of a level below your own`
}
