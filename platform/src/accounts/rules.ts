import { day } from '../foundation/clock.ts'

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

/** Names are unique, and found, without regard to case. */
export const usernameKey = (username: string) => username.toLowerCase()

export function isSessionDue(session: { expires: number }, now: number): boolean {
  return session.expires - now < sessionLifetime - renewalInterval
}

export type StandingType = 'Warning' | 'Ban' | 'Termination'

/** What is in force against somebody. */
export interface Standing {
  type: StandingType
  reason: string
  /** Unix milliseconds. */
  since: number
  /** Unix milliseconds; null: not by itself. */
  expires: number | null
  /** Which of the person's own it is: they count up from 1. */
  number: number
}

/** A ban ends by itself, in the very millisecond that it says. */
export const isInForce = (action: { expires: number | null }, now: number) =>
  action.expires === null || action.expires > now

/** Somebody who acts: the person of a session. */
export interface Actor {
  id: string
  username: string
  permissionLevel: number
  theme: string | null
  /** Null: in good standing. Whoever is not may do nothing but read why (and acknowledge a warning). */
  standing: Standing | null
}

export const isAdministrator = (actor: Actor) => actor.permissionLevel >= permissionLevel.administrator

export const isModerator = (actor: Actor) => actor.permissionLevel >= permissionLevel.moderator
