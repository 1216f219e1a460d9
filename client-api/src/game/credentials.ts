import { useSession } from '@baseplate/platform/accounts/sessions/sessions'
import type { Credentials } from '@baseplate/platform/places/servers/rules'
import type { Platform } from '@baseplate/platform/platform'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

/** Returns the caller's credentials for a place: a bearer token, a ticket, a session. */
export async function credentialsOf(platform: Platform, c: Context): Promise<Credentials> {
  const token = getCookie(c, 'session')
  const session = token ? await useSession(platform, token) : undefined
  return {
    bearer: /^Bearer +(.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1],
    ticket: c.req.query('ticket'),
    actor: session?.actor,
  }
}
