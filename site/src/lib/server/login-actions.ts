import type { RequestEvent } from '@sveltejs/kit'
import { actionNameOf } from './request-url.ts'

/**
 * Names the action of a plain `POST /login`. A page whose actions have names cannot have one without, and the sign-in with a passkey
 * needs names. SvelteKit reads the name from the request's URL.
 */
export function nameLoginAction(event: RequestEvent): void {
  const { request, route, url } = event
  if (route.id !== '/login' || request.method !== 'POST' || actionNameOf(url) !== undefined) return
  const named = new URL(url)
  named.searchParams.set('/password', '')
  Object.defineProperty(event, 'request', { value: new Request(named, request) })
}
