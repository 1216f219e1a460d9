import { hour } from '@baseplate/platform/foundation/clock'
import type { RequestEvent } from '@sveltejs/kit'

/** Tells that this browser's user was in a party, so that the pages of all others need not ask the database. */
const name = 'party'

/** A party without its members' visits ends earlier: `absenceMs` of the platform. */
const lifetimeSeconds = (12 * hour) / 1_000

type Event = Pick<RequestEvent, 'cookies' | 'locals'>

export const mayBeInParty = ({ cookies }: Pick<Event, 'cookies'>): boolean => cookies.get(name) !== undefined

/** Remembers whether the user is in a party. */
export function rememberParty({ cookies, locals }: Event, isMember: boolean): void {
  if (!isMember) {
    if (cookies.get(name) !== undefined) cookies.delete(name, { path: '/' })
    return
  }
  cookies.set(name, '1', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: locals.platform.config.baseUrl.startsWith('https:'),
    maxAge: lifetimeSeconds,
  })
}
