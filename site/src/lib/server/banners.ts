import type { Banner } from '@baseplate/platform/operations/door'
import type { Platform } from '@baseplate/platform/platform'
import type { Cookies } from '@sveltejs/kit'
import { hostCookie } from './host-cookie.ts'

/** Cookie with the ids of dismissed banners, so that visitors can dismiss them too. */
const cookieName = 'banners'

/** Maximum number of remembered ids. There are never more banners at once. */
const rememberedMax = 10

const year = 365 * 24 * 60 * 60

const dismissedIds = (platform: Pick<Platform, 'config'>, cookies: Cookies): string[] =>
  (cookies.get(hostCookie(platform, cookieName)) ?? '').split('.').filter(Boolean)

/** Returns the banners for the top of every page, except the ones dismissed in this browser. */
export async function bannersFor(
  platform: Pick<Platform, 'banners' | 'config'>,
  cookies: Cookies,
): Promise<Banner[]> {
  const dismissed = new Set(dismissedIds(platform, cookies))
  return (await platform.banners.read()).filter(({ id }) => !dismissed.has(id))
}

/** Dismisses a banner in this browser. */
export function dismissBanner(platform: Pick<Platform, 'config'>, cookies: Cookies, id: string): void {
  const ids = [id, ...dismissedIds(platform, cookies).filter((other) => other !== id)].slice(0, rememberedMax)
  cookies.set(hostCookie(platform, cookieName), ids.join('.'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: platform.config.baseUrl.startsWith('https:'),
    maxAge: year,
  })
}
