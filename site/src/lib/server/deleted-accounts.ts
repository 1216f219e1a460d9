import { Refused } from '@baseplate/platform/foundation/errors'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { actionOf, isBrowser, openToConfined } from './standing.ts'

/** The page with the button that keeps the account. */
const home = '/settings/account'

/** Routes and actions that stay open to users who have deleted their account. */
const open: ReadonlySet<string> = new Set([home, `${home}?/keep`, ...openToConfined])

/**
 * Keeps users who have deleted their account out of all pages, actions and endpoints, except for keeping the account after all.
 * Browsers are redirected to the page for that; programs get a 403 for anything but reading.
 */
export async function keepDeletedOut(
  event: RequestEvent,
  resolve: () => Promise<Response>,
): Promise<Response> {
  const { request, locals, route } = event
  if (!locals.actor || locals.actor.leaves === null) return resolve()
  if (open.has(`${route.id}${request.method === 'POST' ? actionOf(event) : ''}`)) return resolve()
  if (request.method === 'GET' || request.method === 'HEAD') redirect(302, home)
  if (isBrowser(request)) redirect(303, home)
  const { message, problem } = new Refused('accounts.leaving')
  return Response.json({ message, code: problem.code }, { status: 403 })
}
