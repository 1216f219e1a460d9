export const bannerTones = ['Neutral', 'Positive', 'Warning', 'Danger'] as const
export type BannerTone = (typeof bannerTones)[number]

/** In characters. */
export const maxBannerLength = 300
export const maxLinkLength = 500

/** Every page has them above what it is about. */
export const maxBanners = 5

/** `later`: its time is still to come; `over`: it has passed. */
export const bannerStates = ['shown', 'later', 'over', 'off'] as const
export type BannerState = (typeof bannerStates)[number]

/** What a banner is at a moment. */
export function stateOf(
  { shown, starts, ends }: { shown: number; starts: number | null; ends: number | null },
  now: number,
): BannerState {
  if (shown === 0) return 'off'
  if (ends !== null && ends <= now) return 'over'
  return starts !== null && starts > now ? 'later' : 'shown'
}

/** A path of this site, or an address that a browser asks for over https, and nothing that it would run. */
export function isSafeLink(link: string): boolean {
  if (link.startsWith('/')) return /^\/(?![/\\])[^\s\\]*$/.test(link)
  if (!/^https:\/\/[^\s]+$/i.test(link)) return false
  return URL.canParse(link) && new URL(link).protocol === 'https:'
}
