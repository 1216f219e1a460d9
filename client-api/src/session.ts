import type { Actor } from '@baseplate/platform/accounts/rules'
import { useSession } from '@baseplate/platform/accounts/sessions'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

/**
 * The person of the site's session cookie, which studios send along.
 *
 * @throws Refused `unauthenticated` `Sign in first`
 */
export async function requireActor(platform: Platform, c: Context): Promise<Actor> {
  const token = getCookie(c, 'session')
  const session = token ? await useSession(platform, token) : undefined
  if (!session) throw new Refused('unauthenticated', 'Sign in first')
  return session.actor
}
