import { providerLifetime } from '@baseplate/platform/sign-in/door'
import { minute, second } from '@baseplate/service/clock'
import type { RequestEvent } from '@sveltejs/kit'
import { hostCookie, isSecure } from './host-cookie.ts'

/** Makes a cookie that identifies a browser between the steps of a sign-in. */
function browserCookie(name: string, lifetimeMs: number) {
  const nameFor = (event: RequestEvent) => hostCookie(event.locals.platform, name)
  const read = (event: RequestEvent): string | undefined => event.cookies.get(nameFor(event))
  return {
    read,
    set(event: RequestEvent, token: string): void {
      event.cookies.set(nameFor(event), token, {
        path: '/',
        httpOnly: true,
        // A strict cookie would be missing when the browser returns from an identity provider.
        sameSite: 'lax',
        secure: isSecure(event),
        maxAge: lifetimeMs / second,
      })
    },
    clear(event: RequestEvent): void {
      if (read(event) === undefined) return
      event.cookies.delete(nameFor(event), { path: '/', secure: isSecure(event) })
    },
  }
}

/** Identifies the browser from the password to the second factor. */
export const signInCookie = browserCookie('signin', 10 * minute)

/** Identifies the browser from the start of a sign-in with an identity provider to the account here. */
export const providerCookie = browserCookie('provider', providerLifetime)
