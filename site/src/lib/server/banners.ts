import type { Banner } from '@baseplate/platform/operations/banners/banners'
import type { Platform } from '@baseplate/platform/platform'
import type { Cookies } from '@sveltejs/kit'

/** The ids of what somebody has put away, whether or not they are signed in. */
const cookieName = 'banners'

/** Ids are in the order of time, and there are never more banners than that. */
const rememberedMax = 10

const year = 365 * 24 * 60 * 60

const putAway = (cookies: Cookies): string[] => (cookies.get(cookieName) ?? '').split('.').filter(Boolean)

/** What is said at the top of every page, but what this browser has put away. */
export async function bannersFor(platform: Pick<Platform, 'banners'>, cookies: Cookies): Promise<Banner[]> {
  const hidden = new Set(putAway(cookies))
  return (await platform.banners.read()).filter(({ id }) => !hidden.has(id))
}

/** This browser does not show the banner any more. */
export function putBannerAway(cookies: Cookies, baseUrl: string, id: string): void {
  const ids = [id, ...putAway(cookies).filter((other) => other !== id)].slice(0, rememberedMax)
  cookies.set(cookieName, ids.join('.'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: year,
  })
}
