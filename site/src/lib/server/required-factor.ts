import { lacksRequiredFactor } from '@baseplate/platform/accounts/factors/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { isProgram } from './programs.ts'
import { actionOf, isBrowser, openToConfined } from './standing.ts'

/** The page to set up a second factor. */
const setup = '/settings/security'

/** Routes, and actions of other routes, that need no second factor. */
const open: ReadonlySet<string | null> = new Set([
  setup,
  ...openToConfined,
  '/login/[provider]',
  '/login/[provider]/callback',
  '/settings?/sessions',
])

/** Actions of the open page that set up no second factor. */
const closed: ReadonlySet<string> = new Set([`${setup}?/password`, `${setup}?/setpassword`])

/**
 * Restricts users who lack a required second factor to setting one up. Browsers are redirected there, and programs get a 403.
 * Pages that need no session work as before once the user has signed out.
 */
export async function demandSecondFactor(
  event: RequestEvent,
  resolve: () => Promise<Response>,
): Promise<Response> {
  const { request, locals, route } = event
  // The owner of a deleted account can only keep it. The demand comes afterwards.
  if (!locals.actor || locals.actor.leaves !== null) return resolve()
  if (!lacksRequiredFactor(locals.actor, locals.platform.config)) return resolve()
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  // A page stays closed even if its URL names an open action.
  const action = isReading ? '' : `${route.id}${actionOf(event)}`
  if (open.has(action) || (open.has(route.id) && !closed.has(action))) return resolve()
  if (isReading ? !isProgram(request) : isBrowser(request)) redirect(isReading ? 302 : 303, setup)
  const { message, problem } = new Refused('accounts.second_factor_setup_required')
  return Response.json({ message, code: problem.code }, { status: 403 })
}
