import { lacksRequiredFactor } from '@baseplate/platform/accounts/factors/rules'
import type { Actor } from '@baseplate/platform/accounts/rules'
import { accountModerated } from '@baseplate/platform/accounts/standing/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Credentials } from '@baseplate/platform/places/servers/rules'
import type { Platform } from '@baseplate/platform/platform'
import { useSession } from '@baseplate/platform/sign-in/door'
import { hostSessionCookie, sessionCookie } from '@baseplate/platform/sign-in/sessions/rules'
import { bearerOf } from '@baseplate/service/bearer'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

/**
 * Returns the user of the site's session cookie, which studios send along.
 *
 * @throws Refused `unauthenticated`; `forbidden`: the user is moderated, has deleted their account, or needs a second factor first.
 */
export async function requireActor(platform: Platform, c: Context): Promise<Actor> {
  const actor = await actorOf(platform, c)
  if (!actor) throw new Refused('site.sign_in_first')
  if (actor.standing) throw accountModerated()
  if (actor.leaves !== null) throw new Refused('accounts.leaving')
  if (lacksRequiredFactor(actor, platform.config)) throw new Refused('accounts.second_factor_setup_required')
  return actor
}

/** Returns the user of the site's session cookie; null: there is none, or one who may not act. */
export async function viewerOf(platform: Platform, c: Context): Promise<Actor | null> {
  const actor = await actorOf(platform, c)
  return actor && !actor.standing && actor.leaves === null && !lacksRequiredFactor(actor, platform.config)
    ? actor
    : null
}

/** Returns the caller's credentials for a place: docs/reference/client-protocol.md#access-to-places. */
export async function credentialsOf(platform: Platform, c: Context): Promise<Credentials> {
  const actor = await actorOf(platform, c)
  return {
    bearer: bearerOf(c.req.header('Authorization')),
    ticket: c.req.query('ticket'),
    actor: actor && actor.leaves === null && !lacksRequiredFactor(actor, platform.config) ? actor : undefined,
  }
}

/**
 * Returns the ticket that a game server sends: in the query, in the header `AccessKey` as newer servers do, or as a bearer token. It
 * is for `requireServer`.
 */
export const serverTicketOf = ({ req }: Context): string | undefined =>
  req.query('ticket') || req.header('AccessKey') || bearerOf(req.header('Authorization'))

/** Returns the user of the session cookie, even one who may not act. */
export async function actorOf(platform: Platform, c: Context): Promise<Actor | undefined> {
  for (const name of [hostSessionCookie, sessionCookie]) {
    const token = getCookie(c, name)
    const session = token ? await useSession(platform, token) : undefined
    if (session) return session.actor
  }
  return undefined
}
