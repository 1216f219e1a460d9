export const bannerTones = ['Neutral', 'Positive', 'Warning', 'Danger'] as const
export type BannerTone = (typeof bannerTones)[number]

/** Maximum length in characters. */
export const maxBannerLength = 300
export const maxLinkLength = 500

/** Maximum number of banners. Every page shows them above its content. */
export const maxBanners = 5

/** `later`: it has not started; `over`: it has ended. */
export const bannerStates = ['shown', 'later', 'over', 'off'] as const
type BannerState = (typeof bannerStates)[number]

/** Returns the state of a banner at a time. */
export function stateOf(
  { shown, starts, ends }: { shown: number; starts: number | null; ends: number | null },
  now: number,
): BannerState {
  if (shown === 0) return 'off'
  if (ends !== null && ends <= now) return 'over'
  return starts !== null && starts > now ? 'later' : 'shown'
}

/** Whether a banner concerns players in games as well, such as one about maintenance. Others advertise. */
export const isWarning = ({ tone }: { tone: BannerTone }): boolean => tone === 'Warning' || tone === 'Danger'

/** Whether a link is a path of this site or an https address. Others, such as `javascript:`, are refused. */
export function isSafeLink(link: string): boolean {
  if (link.startsWith('/')) return /^\/(?![/\\])[^\s\\]*$/.test(link)
  if (!/^https:\/\/[^\s]+$/i.test(link)) return false
  return URL.canParse(link) && new URL(link).protocol === 'https:'
}
