import { useSession } from '@baseplate/platform/accounts/sessions'
import type { Credentials } from '@baseplate/platform/places/rules'
import type { Platform } from '@baseplate/platform/platform'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

/** What the caller shows to read a place: a bearer token, a ticket, or the session of the place's owner. */
export async function credentialsOf(platform: Platform, c: Context): Promise<Credentials> {
  const token = getCookie(c, 'session')
  const session = token ? await useSession(platform, token) : undefined
  return {
    bearer: /^Bearer +(.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1],
    ticket: c.req.query('ticket'),
    actor: session?.actor,
  }
}
