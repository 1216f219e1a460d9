import type { BannerTone } from './rules.ts'

export interface BannerTables {
  /** Banners at the top of every page. */
  banners: {
    id: string
    /** Times are Unix milliseconds. */
    created: number
    text: string
    tone: BannerTone
    /** Link for details: a path of this site or an https address; empty for none. */
    link: string
    /** 0: switched off. */
    shown: number
    /** Null for no bound. */
    starts: number | null
    ends: number | null
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends BannerTables {}
}
