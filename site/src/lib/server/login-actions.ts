import type { RequestEvent } from '@sveltejs/kit'
import { actionNameOf } from './request-url.ts'

/**
 * Names the action of a plain `POST /login`. A page whose actions have names cannot have one without, and the sign-in with a passkey
 * needs names.
 */
export function nameLoginAction({ request, route, url }: RequestEvent): void {
  if (route.id === '/login' && request.method === 'POST' && actionNameOf(url) === undefined)
    url.searchParams.set('/password', '')
}
