export const bannerTones = ['Neutral', 'Positive', 'Warning', 'Danger'] as const
export type BannerTone = (typeof bannerTones)[number]

/** In characters. */
export const maxBannerLength = 300
export const maxLinkLength = 500

/** Every page has them above what it is about. */
export const maxBanners = 5

/** Whether a banner is shown at a moment. */
export const isShown = (
  banner: { shown: number; starts: number | null; ends: number | null },
  now: number,
): boolean =>
  banner.shown === 1 &&
  (banner.starts === null || banner.starts <= now) &&
  (banner.ends === null || banner.ends > now)

/** A path of this site, or an address that a browser asks for over https, and nothing that it would run. */
export function isSafeLink(link: string): boolean {
  if (link.startsWith('/')) return /^\/(?![/\\])[^\s\\]*$/.test(link)
  if (!/^https:\/\/[^\s]+$/i.test(link)) return false
  return URL.canParse(link) && new URL(link).protocol === 'https:'
}
