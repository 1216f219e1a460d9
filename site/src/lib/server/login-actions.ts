import type { RequestEvent } from '@sveltejs/kit'
import { actionNameOf } from './request-url.ts'

/**
 * Sends a plain `POST /login` to the action `password`. SvelteKit reads the action's name from the request's URL, and allows no
 * default action beside named ones, such as those for passkeys.
 */
export function nameLoginAction(event: RequestEvent): void {
  const { request, route, url } = event
  if (route.id !== '/login' || request.method !== 'POST' || actionNameOf(url) !== undefined) return
  const named = new URL(url)
  named.searchParams.set('/password', '')
  Object.defineProperty(event, 'request', { value: new Request(named, request) })
}
