import type { Access } from '@baseplate/platform/accounts/door'
import { accountModerated } from '@baseplate/platform/accounts/door'
import { lacksRequiredFactor } from '@baseplate/platform/accounts/factors/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import { refusalStatus } from '@baseplate/platform/foundation/refusal-status'
import { refusalOf } from '@baseplate/platform/foundation/unavailable'
import { type Budget, useToken } from '@baseplate/platform/sign-in/door'
import type { RequestEvent } from '@sveltejs/kit'
import { logUnavailable } from './log-unavailable.ts'
import { actionNameOf } from './request-url.ts'

/** Returns the access that a request needs, if its route says so. */
type AccessOf = (route: string, method: string, action?: string) => Promise<Access | undefined>

/** Lets a program act within the scopes of an access token. They are checked before any code of the route runs. */
export async function actWithToken(
  event: RequestEvent,
  { token, accessOf }: { token: string; accessOf: AccessOf },
  resolve: () => Promise<Response>,
): Promise<Response> {
  const { platform } = event.locals
  let budget: Budget | undefined
  try {
    const use = await useToken(platform, token)
    // The data of a page is loaded by a request of its own, inside the program's request.
    if (!event.isSubRequest) budget = await platform.tokenBudgets.spend(use.tokenId)
    if (use.actor.standing) throw accountModerated()
    if (lacksRequiredFactor(use.owner, platform.config))
      throw new Refused('accounts.second_factor_setup_required')
    const scope = await scopeOf(event, accessOf)
    if (!use.scopes.has(scope)) throw new Refused('tokens.scope_missing', { scope })
    event.locals.actor = use.actor
    event.locals.scopes = use.scopes
    event.locals.inParty = use.inParty
  } catch (error) {
    logUnavailable(event, error, 'access tokens')
    const refused = refusalOf(error)
    if (!refused) throw error
    return withBudget(refusalResponse(event, refused), budget)
  }
  return withBudget(await resolve(), budget)
}

/** @throws Refused `missing`, `forbidden` */
async function scopeOf(
  { route, request, url, isDataRequest, isSubRequest }: RequestEvent,
  accessOf: AccessOf,
) {
  if (route.id === null) throw new Refused('site.not_found')
  // The format of the site's own scripts includes the data of layouts, which may need another scope than the page.
  if (isDataRequest && !isSubRequest) throw new Refused('tokens.browser_only')
  const action = request.method === 'POST' ? actionNameOf(url)?.slice(1) : undefined
  const access = await accessOf(route.id, request.method, action)
  if (access === undefined || access === 'browser') throw new Refused('tokens.browser_only')
  return access
}

function refusalResponse({ locals }: RequestEvent, refused: Refused): Response {
  const { problem, reason, message, retryAfter } = refused
  const response = Response.json(
    { message, code: problem.code },
    { status: refusalStatus[reason], headers: { 'cache-control': 'private, no-store' } },
  )
  if (retryAfter !== undefined) locals.retryAfter = retryAfter
  if (reason === 'unauthenticated') response.headers.set('www-authenticate', 'Bearer error="invalid_token"')
  if (problem.code === 'tokens.scope_missing') {
    const challenge = `Bearer error="insufficient_scope", scope="${problem.values.scope}"`
    response.headers.set('www-authenticate', challenge)
  }
  return response
}

/** Adds the token's quota and what is left of it: draft-ietf-httpapi-ratelimit-headers-10. */
function withBudget(response: Response, budget: Budget | undefined): Response {
  if (!budget) return response
  response.headers.set('ratelimit-policy', `"token";q=${budget.quota};w=60`)
  response.headers.set('ratelimit', `"token";r=${budget.remaining};t=${budget.resetSeconds}`)
  return response
}
