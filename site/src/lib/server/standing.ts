import { type RequestEvent, redirect } from '@sveltejs/kit'
import { actionNameOf } from './request-url.ts'

/** Where those who are moderated read why; everything of the site but this and signing out is closed to them. */
const home = '/moderation'

/** Routes that stay open to them, and actions of other routes. */
const open: ReadonlySet<string> = new Set([home, '/logout', '/settings?/sessions'])

/** Actions that say no in their own words, after they have looked for what they are asked for. */
const refusing: ReadonlySet<string> = new Set(['/place/[id]/[name]?/join'])

/**
 * Keeps those who are moderated out of every page, action and endpoint that there is or will be, before any of it runs:
 * none has to think of it. Browsers are sent to `/moderation`, programs that do something get a 403.
 */
export async function keepModeratedOut(
  event: RequestEvent,
  resolve: () => Promise<Response>,
): Promise<Response> {
  const { request, locals, route } = event
  if (!locals.actor?.standing || isOpen(event)) return resolve()
  if (request.method === 'GET' || request.method === 'HEAD') redirect(302, home)
  if (isBrowser(request)) redirect(303, home)
  if (refusing.has(`${route.id}${actionOf(event)}`)) return resolve()
  return Response.json({ message: 'Your account is moderated' }, { status: 403 })
}

function isOpen(event: RequestEvent): boolean {
  const { id } = event.route
  if (id === null) return false
  return open.has(id) || (event.request.method === 'POST' && open.has(id + actionOf(event)))
}

const actionOf = ({ url }: RequestEvent): string => {
  const action = actionNameOf(url)
  return action === undefined ? '' : `?${action}`
}

/** Our own forms have their own header; a browser's form asks for HTML. */
const isBrowser = ({ headers }: Request): boolean =>
  headers.get('x-sveltekit-action') === 'true' || /\btext\/html\b/.test(headers.get('accept') ?? '')
