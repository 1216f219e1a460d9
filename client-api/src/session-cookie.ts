import type { Config } from '@baseplate/platform/foundation/config/schema'
import { hostSessionCookie, sessionCookie, sessionLifetime } from '@baseplate/platform/sign-in/sessions/rules'
import { generateCookie } from 'hono/cookie'

/**
 * Returns the headers that set the session cookie, as the pages set it: docs/reference/site-api.md#sessions.
 *
 * @param token empty: removes the cookie.
 */
export function sessionCookies({ baseUrl }: Pick<Config, 'baseUrl'>, token: string): string[] {
  const secure = baseUrl.startsWith('https:')
  const maxAge = token === '' ? 0 : sessionLifetime / 1_000
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge } as const
  return (secure ? [hostSessionCookie, sessionCookie] : [sessionCookie]).map((name) =>
    generateCookie(name, token, options),
  )
}
