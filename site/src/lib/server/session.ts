import { type Actor, sessionLifetime } from '@baseplate/platform/accounts/rules'
import { type Device, endSession, useSession } from '@baseplate/platform/accounts/sessions/sessions'
import { sha256 } from '@baseplate/platform/foundation/ids'
import type { RequestEvent } from '@sveltejs/kit'

const cookieName = 'session'

/** The person of the request's session cookie; a cookie that is good for nothing is no session. */
export async function restoreSession(event: RequestEvent): Promise<Actor | null> {
  const token = event.cookies.get(cookieName)
  if (!token) return null
  const session = await useSession(event.locals.platform, token, event.locals.address)
  if (session?.renewed) keepSession(event, token)
  return session?.actor ?? null
}

/** Sends the session's cookie (decisions, section 3). */
export function keepSession(event: RequestEvent, token: string): void {
  event.cookies.set(cookieName, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: event.locals.platform.config.baseUrl.startsWith('https:'),
    maxAge: sessionLifetime / 1000,
  })
}

export function dropSession(event: RequestEvent): void {
  event.cookies.delete(cookieName, { path: '/' })
}

/** The token of the request's session, for what is told apart by it. */
export const sessionTokenOf = (event: RequestEvent): string => event.cookies.get(cookieName) ?? ''

/** Ends the session of this browser alone. */
export async function signOut(event: RequestEvent): Promise<void> {
  const token = event.cookies.get(cookieName)
  if (token) await endSession(event.locals.platform, token)
  dropSession(event)
}

/** The name under which the session of this request is stored: who holds it cannot use the session. */
export const sessionHashOf = (event: RequestEvent): string => sha256(event.cookies.get(cookieName) ?? '')

/** What a session remembers of the browser that it was made with. */
export function deviceOf(event: RequestEvent): Device {
  return { userAgent: event.request.headers.get('user-agent') ?? '', address: event.locals.address }
}
