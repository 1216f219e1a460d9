import type { Db } from '../../database.ts'
import { type Clock, second } from '../../foundation/clock.ts'
import { listBanners } from './queries.ts'
import { type BannerTone, stateOf } from './rules.ts'

/** What one process reads is shared for this long: a change in another process is seen here that much later at most. */
const sharedForMs = second

/** A banner as everybody sees it. */
export interface Banner {
  id: string
  text: string
  tone: BannerTone
  /** Empty: none. */
  link: string
}

/** What is said at the top of every page. */
export interface Banners {
  /** Those of this moment, the newest first. While the database cannot be asked: none, for pages do without. */
  read(): Promise<readonly Banner[]>
  /** The next read is from the database: something was changed here. */
  forget(): void
}

export function createBanners({ db, now }: { db: Db; now: Clock }): Banners {
  let shared: { rows: ReturnType<typeof listBanners>; until: number } | undefined

  return {
    async read() {
      const time = now()
      if (!shared || shared.until <= time) shared = { rows: listBanners(db), until: time + sharedForMs }
      const reading = shared
      try {
        const rows = await reading.rows
        return rows
          .filter((row) => stateOf(row, time) === 'shown')
          .map(({ id, text, tone, link }) => ({ id, text, tone, link }))
      } catch {
        if (shared === reading) shared = undefined
        return []
      }
    },
    forget() {
      shared = undefined
    },
  }
}
