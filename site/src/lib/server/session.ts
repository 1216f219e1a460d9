import type { Actor } from '@baseplate/platform/accounts/rules'
import { sha256 } from '@baseplate/platform/foundation/ids'
import { tryWrite } from '@baseplate/platform/foundation/unavailable'
import { type Device, endSession, rotateDueSession, useSession } from '@baseplate/platform/sign-in/door'
import { hostSessionCookie, sessionCookie, sessionLifetime } from '@baseplate/platform/sign-in/sessions/rules'
import type { RequestEvent } from '@sveltejs/kit'
import { isSecure } from './host-cookie.ts'

/** Names of the cookies that hold the token. Programs rely on `session`. */
const cookieNames = (event: RequestEvent) =>
  isSecure(event) ? [hostSessionCookie, sessionCookie] : [sessionCookie]

/**
 * Whether a request comes from a browser. Its jar can have a cookie `session` that another host of the domain has set, such as one
 * for game servers, to sign the user in to an account of its own. Programs choose their cookies themselves.
 */
const isFromBrowser = ({ request: { headers } }: RequestEvent): boolean =>
  headers.has('sec-fetch-site') || /^Mozilla\//.test(headers.get('user-agent') ?? '')

/**
 * Returns the distinct tokens of the request's cookies, the decisive one first. With https, a browser's is only in the cookie that no
 * other host can set.
 */
function tokensOf(event: RequestEvent): string[] {
  const names = isSecure(event) && isFromBrowser(event) ? [hostSessionCookie] : cookieNames(event)
  return [...new Set(names.flatMap((name) => event.cookies.get(name) || []))]
}

/** Returns the user of the request's session cookie, or null if the cookie is invalid. Notes whether they are in a party. */
export async function restoreSession(event: RequestEvent): Promise<Actor | null> {
  const { platform, address } = event.locals
  for (const token of tokensOf(event)) {
    const session = await useSession(platform, token, address)
    if (!session) continue
    const rotated = session.rotationDue ? await tryWrite(() => rotateDueSession(platform, token)) : undefined
    const current = rotated?.result ?? token
    if (session.renewed || current !== token) setSessionCookie(event, current)
    event.locals.sessionToken = current
    event.locals.inParty = session.inParty
    return session.actor
  }
  return null
}

/** Sends the session cookie. */
export function setSessionCookie(event: RequestEvent, token: string): void {
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(event),
    maxAge: sessionLifetime / 1000,
  } as const
  const names = cookieNames(event)
  for (const name of names) event.cookies.set(name, token, options)
  event.locals.sessionToken = token
  event.locals.sessionCookies = names.map((name) => event.cookies.serialize(name, token, options))
}

/** Adds the session cookie to a response that SvelteKit did not make. Such a response has no cookies yet. */
export function keepSessionCookie({ locals }: RequestEvent, response: Response): void {
  const isSent = response.headers.getSetCookie().some((cookie) => /^(__Host-)?session=/.test(cookie))
  if (isSent) return
  for (const cookie of locals.sessionCookies ?? []) response.headers.append('set-cookie', cookie)
}

export function clearSessionCookie(event: RequestEvent): void {
  for (const name of cookieNames(event)) event.cookies.delete(name, { path: '/', secure: isSecure(event) })
}

/** Returns the token of the request's session, to tell it apart from the user's other sessions. */
export const sessionTokenOf = ({ locals }: RequestEvent): string => locals.sessionToken ?? ''

/** Ends only the session of this browser. */
export async function signOut(event: RequestEvent): Promise<void> {
  for (const token of tokensOf(event)) await endSession(event.locals.platform, token)
  clearSessionCookie(event)
}

/** Returns the stored hash of the session. The hash cannot be used to sign in. */
export const sessionHashOf = (event: RequestEvent): string => sha256(sessionTokenOf(event))

/** Returns what a session records about the browser that created it. */
export function deviceOf(event: RequestEvent): Device {
  const { address, isOwnMachine } = event.locals
  return { userAgent: event.request.headers.get('user-agent') ?? '', address, isOwnMachine }
}
