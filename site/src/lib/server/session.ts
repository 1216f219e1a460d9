import type { Actor } from '@baseplate/platform/accounts/rules'
import { endSession } from '@baseplate/platform/accounts/sessions/end-sessions'
import { rotateDueSession } from '@baseplate/platform/accounts/sessions/rotate-session'
import { sessionLifetime } from '@baseplate/platform/accounts/sessions/rules'
import { type Device, useSession } from '@baseplate/platform/accounts/sessions/sessions'
import { sha256 } from '@baseplate/platform/foundation/ids'
import type { RequestEvent } from '@sveltejs/kit'

const cookieName = 'session'

/** Returns the user of the request's session cookie, or null if the cookie is invalid. Notes whether they are in a party. */
export async function restoreSession(event: RequestEvent): Promise<Actor | null> {
  const token = event.cookies.get(cookieName)
  if (!token) return null
  const session = await useSession(event.locals.platform, token, event.locals.address)
  const current = session?.rotationDue
    ? ((await rotateDueSession(event.locals.platform, token)) ?? token)
    : token
  if (session?.renewed || current !== token) setSessionCookie(event, current)
  event.locals.inParty = session?.inParty ?? false
  return session?.actor ?? null
}

/** Sends the session cookie. */
export function setSessionCookie(event: RequestEvent, token: string): void {
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: event.locals.platform.config.baseUrl.startsWith('https:'),
    maxAge: sessionLifetime / 1000,
  } as const
  event.cookies.set(cookieName, token, options)
  event.locals.sessionCookie = event.cookies.serialize(cookieName, token, options)
}

/** Adds the session cookie to a response that SvelteKit did not make, and which therefore has no cookies. */
export function keepSessionCookie({ locals }: RequestEvent, response: Response): void {
  const isSent = response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${cookieName}=`))
  if (locals.sessionCookie !== undefined && !isSent)
    response.headers.append('set-cookie', locals.sessionCookie)
}

export function clearSessionCookie(event: RequestEvent): void {
  event.cookies.delete(cookieName, { path: '/' })
}

/** Returns the token of the request's session, to tell it apart from the user's other sessions. */
export const sessionTokenOf = (event: RequestEvent): string => event.cookies.get(cookieName) ?? ''

/** Ends only the session of this browser. */
export async function signOut(event: RequestEvent): Promise<void> {
  const token = event.cookies.get(cookieName)
  if (token) await endSession(event.locals.platform, token)
  clearSessionCookie(event)
}

/** Returns the stored hash of the session. The hash cannot be used to sign in. */
export const sessionHashOf = (event: RequestEvent): string => sha256(event.cookies.get(cookieName) ?? '')

/** Returns what a session records about the browser that created it. */
export function deviceOf(event: RequestEvent): Device {
  return { userAgent: event.request.headers.get('user-agent') ?? '', address: event.locals.address }
}
