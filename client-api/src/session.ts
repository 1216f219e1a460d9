import type { Actor } from '@baseplate/platform/accounts/rules'
import { useSession } from '@baseplate/platform/accounts/sessions/sessions'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

/**
 * The person of the site's session cookie, which studios send along.
 *
 * @throws Refused `unauthenticated` `Sign in first`; `forbidden` `Your account is moderated`
 */
export async function requireActor(platform: Platform, c: Context): Promise<Actor> {
  const token = getCookie(c, 'session')
  const session = token ? await useSession(platform, token) : undefined
  if (!session) throw new Refused('unauthenticated', 'Sign in first')
  if (session.actor.standing) throw new Refused('forbidden', 'Your account is moderated')
  return session.actor
}
