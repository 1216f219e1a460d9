import { day, minute } from '@baseplate/service/clock'

/** A session expires this long after its last renewal. */
export const sessionLifetime = 30 * day

/** Sessions of one account. A further one ends the one that was used longest ago, so that sign-ins do not pile up. */
export const maxSessions = 100

/** Use renews a session at most once a day, so that not every request writes. */
const renewalInterval = day

export const isRenewalDue = (session: { expires: number }, now: number): boolean =>
  session.expires - now < sessionLifetime - renewalInterval

/** Precision of the stored time of a session's last use. */
const lastUseInterval = 5 * minute

export const isLastUseDue = (session: { last_used: number }, now: number): boolean =>
  now - session.last_used >= lastUseInterval

/** Returns whether a user counts as online. A use is stored up to one interval late, so it counts for two. */
export const isOnline = (lastSeen: number, now: number): boolean => now - lastSeen < 2 * lastUseInterval

/** A replaced token stays valid for this long, for the requests that were under way when another one replaced it. */
export const replacedLifetime = minute

/** Returns the hash of a session's first token, which all its tokens have in common. */
export const firstHashOf = ({
  token_hash,
  first_hash,
}: {
  token_hash: string
  first_hash: string | null
}): string => first_hash ?? token_hash

/** Returns whether a token was replaced too long ago. */
export const hasEnded = ({ replaced }: { replaced: number }, now: number): boolean =>
  replaced !== 0 && replaced <= now

/** Name of the cookie that holds a session's token: docs/reference/site-api.md#sessions. */
export const sessionCookie = 'session'

/** The same cookie on sites with https. Browsers let no other host set a cookie of this name, so it takes precedence. */
export const hostSessionCookie = '__Host-session'
