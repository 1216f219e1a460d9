import type { Banner } from '@baseplate/platform/operations/banners/banners'
import type { Platform } from '@baseplate/platform/platform'
import type { Cookies } from '@sveltejs/kit'

/** Cookie with the ids of dismissed banners, so that visitors can dismiss them too. */
const cookieName = 'banners'

/** Maximum number of remembered ids. There are never more banners at once. */
const rememberedMax = 10

const year = 365 * 24 * 60 * 60

const dismissedIds = (cookies: Cookies): string[] =>
  (cookies.get(cookieName) ?? '').split('.').filter(Boolean)

/** Returns the banners for the top of every page, except the ones dismissed in this browser. */
export async function bannersFor(platform: Pick<Platform, 'banners'>, cookies: Cookies): Promise<Banner[]> {
  const dismissed = new Set(dismissedIds(cookies))
  return (await platform.banners.read()).filter(({ id }) => !dismissed.has(id))
}

/** Dismisses a banner in this browser. */
export function dismissBanner(cookies: Cookies, baseUrl: string, id: string): void {
  const ids = [id, ...dismissedIds(cookies).filter((other) => other !== id)].slice(0, rememberedMax)
  cookies.set(cookieName, ids.join('.'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: year,
  })
}
