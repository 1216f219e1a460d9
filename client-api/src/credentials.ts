import { lacksRequiredFactor } from '@baseplate/platform/accounts/factors/rules'
import type { Actor, TokenScope } from '@baseplate/platform/accounts/rules'
import { accountModerated } from '@baseplate/platform/accounts/standing/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Credentials } from '@baseplate/platform/places/servers/rules'
import type { Platform } from '@baseplate/platform/platform'
import { useSession, useToken } from '@baseplate/platform/sign-in/door'
import { hostSessionCookie, sessionCookie } from '@baseplate/platform/sign-in/sessions/rules'
import { bearerOf } from '@baseplate/service/bearer'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

/**
 * Returns the user of the site's session cookie, which studios send along.
 *
 * @throws Refused `unauthenticated`; `forbidden`: the user is moderated, has deleted their account, or needs a second factor first.
 */
export const requireActor = async (platform: Platform, c: Context): Promise<Actor> =>
  (await requireSession(platform, c)).actor

/** Returns the session of such a user. @throws Refused as `requireActor` */
export async function requireSession(platform: Platform, c: Context): Promise<Session> {
  return permitActing(platform, await sessionOf(platform, c))
}

/** Returns the session of a user who may act. @throws Refused as `requireActor` */
export function permitActing({ config }: Pick<Platform, 'config'>, session: Session | undefined): Session {
  if (!session) throw new Refused('site.sign_in_first')
  const { actor } = session
  if (actor.standing) throw accountModerated()
  if (actor.leaves !== null) throw new Refused('accounts.leaving')
  if (lacksRequiredFactor(actor, config)) throw new Refused('accounts.second_factor_setup_required')
  return session
}

/**
 * Returns the owner of an access token that has a scope.
 *
 * @throws Refused as `useToken`; `limited`; `forbidden`: the token lacks the scope, or its owner may not act.
 */
export async function requireTokenOwner(
  platform: Platform,
  token: string,
  scope: TokenScope,
): Promise<Actor> {
  const use = await useToken(platform, token)
  await platform.tokenBudgets.spend(use.tokenId)
  if (use.actor.standing) throw accountModerated()
  if (lacksRequiredFactor(use.owner, platform.config))
    throw new Refused('accounts.second_factor_setup_required')
  if (!use.scopes.has(scope)) throw new Refused('tokens.scope_missing', { scope })
  return use.actor
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
export const actorOf = async (platform: Platform, c: Context): Promise<Actor | undefined> =>
  (await sessionOf(platform, c))?.actor

/** A session, with the token of its cookie. */
export interface Session {
  actor: Actor
  token: string
}

/**
 * Returns the names of the cookies that hold the session, the decisive one first. With https, a browser's is only in the cookie that no
 * other host can set (docs/decisions/0055-identity-providers-and-places-of-sessions.md). Studios show pages in a browser, too.
 */
function cookieNames({ config }: Pick<Platform, 'config'>, { req }: Context): string[] {
  const isFromBrowser =
    req.header('Sec-Fetch-Site') !== undefined || /^Mozilla\//.test(req.header('User-Agent') ?? '')
  return config.baseUrl.startsWith('https:') && isFromBrowser
    ? [hostSessionCookie]
    : [hostSessionCookie, sessionCookie]
}

/** Returns the session of the cookie, even that of a user who may not act. */
export async function sessionOf(platform: Platform, c: Context): Promise<Session | undefined> {
  for (const name of cookieNames(platform, c)) {
    const token = getCookie(c, name)
    const session = token ? await useSession(platform, token) : undefined
    if (token && session) return { actor: session.actor, token }
  }
  return undefined
}
