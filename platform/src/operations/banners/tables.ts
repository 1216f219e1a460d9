import type { BannerTone } from './rules.ts'

export interface BannerTables {
  /** What is said at the top of every page. */
  banners: {
    id: string
    /** Times are Unix milliseconds. */
    created: number
    text: string
    tone: BannerTone
    /** Where one reads more: a path of this site, or an address with https; empty: nowhere. */
    link: string
    /** 0: nobody sees it, whatever the time. */
    shown: number
    /** Null: from now on, and for ever. */
    starts: number | null
    ends: number | null
  }
}
