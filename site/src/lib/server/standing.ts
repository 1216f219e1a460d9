import { accountModerated } from '@baseplate/platform/accounts/door'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { actionNameOf } from './request-url.ts'

/** The page with the reason. Moderated users can reach only this page and the routes in `open`. */
const home = '/moderation'

/** Routes that stay open to all confined users: moderated, deleted, or without a required second factor. */
export const openToConfined: readonly string[] = [
  // Links in mail work whichever account the browser is signed in to.
  '/confirm-email/[token]',
  '/language',
  '/logout',
  '/secure/[token]',
  '/unsubscribe/[token]',
]

/** Routes, and actions of other routes, that stay open to moderated users. */
const open: ReadonlySet<string> = new Set([home, ...openToConfined, '/settings?/sessions'])

/** Actions that refuse moderated users with a message of their own. */
const refusing: ReadonlySet<string> = new Set(['/place/[id]/[name]?/join'])

/**
 * Keeps moderated users out of every page, action and endpoint, before any of it runs. Routes need no check of their own.
 * Browsers are redirected to `/moderation`; programs get a 403 for anything but reading.
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
  const { message, problem } = accountModerated()
  return Response.json({ message, code: problem.code }, { status: 403 })
}

function isOpen(event: RequestEvent): boolean {
  const { id } = event.route
  if (id === null) return false
  return open.has(id) || (event.request.method === 'POST' && open.has(id + actionOf(event)))
}

export const actionOf = ({ url }: RequestEvent): string => {
  const action = actionNameOf(url)
  return action === undefined ? '' : `?${action}`
}

/** Enhanced forms send a header; plain forms ask for HTML. */
export const isBrowser = ({ headers }: Request): boolean =>
  headers.get('x-sveltekit-action') === 'true' || /\btext\/html\b/.test(headers.get('accept') ?? '')
