import { Refused } from '@baseplate/platform/foundation/errors'
import { type PublicPlace, parsePlaceId, viewPublicPlace } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import { second } from '@baseplate/service/clock'
import type { RequestEvent } from '@sveltejs/kit'
import { destinationLifetime } from '#lib/account/destination-lifetime.ts'
import { hostCookie } from './host-cookie.ts'

export const destinationCookie = (platform: Pick<Platform, 'config'>): string =>
  hostCookie(platform, 'destination')

/** A cookie has room for 4 KB. The URLs of pages are far shorter. */
const maxLength = 1_000

const home = '/home'

/** Pages on the way to a destination. They are never a destination themselves. */
const entries = /^\/(login|logout|register|recover|language)?([/?]|$)/

type Navigation = Pick<
  RequestEvent,
  'cookies' | 'isDataRequest' | 'isSubRequest' | 'locals' | 'request' | 'url'
>

/**
 * Remembers the page that a visitor asked for in a cookie, so that signing in leads there. Only navigations count: pictures,
 * streams, prefetches and programs leave the destination as it is.
 */
export function rememberDestination(event: Navigation): void {
  if (!isNavigation(event)) return
  const path = ownPath(pageOf(event))
  if (path !== undefined) setDestination(event, path)
}

/** Makes a path of this site the page that signing in leads to. */
export function setDestination({ cookies, locals }: Pick<RequestEvent, 'cookies' | 'locals'>, path: string) {
  cookies.set(destinationCookie(locals.platform), path, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: locals.platform.config.baseUrl.startsWith('https:'),
    maxAge: destinationLifetime / second,
  })
}

/** Returns where a user goes after signing in, and forgets it. */
export function takeDestination({ cookies, locals }: Pick<RequestEvent, 'cookies' | 'locals'>): string {
  const name = destinationCookie(locals.platform)
  const path = cookies.get(name)
  if (path === undefined) return home
  cookies.delete(name, { path: '/', secure: locals.platform.config.baseUrl.startsWith('https:') })
  return ownPath(path) ?? home
}

/** The visitor's destination, as the sign-in pages show it. */
interface Destination {
  /** The public game that the visitor wants to play; null: another page. */
  game: PublicPlace | null
}

/** Returns the visitor's destination; null if signing in leads to the home page. */
export async function viewDestination({
  cookies,
  locals,
}: Pick<RequestEvent, 'cookies' | 'locals'>): Promise<Destination | null> {
  const path = ownPath(cookies.get(destinationCookie(locals.platform)) ?? '')
  if (path === undefined || path === home) return null
  const id = parsePlaceId(/^\/place\/(\d+)(\/[^/]*)?$/.exec(path)?.[1] ?? '')
  if (id === undefined) return { game: null }
  try {
    return { game: await viewPublicPlace(locals.platform, null, { id }) }
  } catch (error) {
    // A page without a session must not reveal whether a private place exists.
    if (error instanceof Refused) return { game: null }
    throw error
  }
}

/** Returns a path of this site; undefined for `entries`, and for anything that a browser could take for another site. */
export function ownPath(path: string): string | undefined {
  const own = 'http://own.invalid'
  if (path.length > maxLength || !/^\/[^/\\]/.test(path) || !URL.canParse(path, own)) return undefined
  const { origin, pathname, search } = new URL(path, own)
  // The parser drops control characters and resolves dots, after which the path could begin with two slashes.
  if (origin !== own || pathname.startsWith('//') || entries.test(pathname)) return undefined
  return pathname + search
}

/** Returns the path of the page that a request is for. A form belongs to the page that the browser names. */
export function pageOf({ request, url }: Pick<Navigation, 'request' | 'url'>): string {
  const referrer = request.method === 'GET' ? undefined : request.headers.get('referer')
  if (referrer && URL.canParse(referrer) && new URL(referrer).host === request.headers.get('host')) {
    const { pathname, search } = new URL(referrer)
    return pathname + search
  }
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => !name.startsWith('/')))
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname
}

function isNavigation({ isDataRequest, isSubRequest, request: { headers } }: Navigation): boolean {
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? ''
  if (isSubRequest || purpose.includes('prefetch')) return false
  if (isDataRequest || headers.get('x-sveltekit-action') === 'true') return true
  const target = headers.get('sec-fetch-dest')
  return target === null ? /\btext\/html\b/.test(headers.get('accept') ?? '') : target === 'document'
}
