import type { RequestEvent } from '@sveltejs/kit'

/** Time that a sign-in may take, from the password to the second factor. */
const maxAge = 10 * 60

const isSecure = ({ locals }: RequestEvent) => locals.platform.config.baseUrl.startsWith('https:')

/** The prefix keeps subdomains from setting the cookie. Browsers accept it with https only. */
const nameFor = (event: RequestEvent) => (isSecure(event) ? '__Host-signin' : 'signin')

/** Returns the token that identifies a browser between the steps of a sign-in. */
export const signInTokenOf = (event: RequestEvent): string | undefined => event.cookies.get(nameFor(event))

export function setSignInCookie(event: RequestEvent, token: string): void {
  event.cookies.set(nameFor(event), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(event),
    maxAge,
  })
}

export function clearSignInCookie(event: RequestEvent): void {
  if (signInTokenOf(event) === undefined) return
  event.cookies.delete(nameFor(event), { path: '/', secure: isSecure(event) })
}
