import { type Clock, second } from '@baseplate/service/clock'
import type { Signals } from '@baseplate/storage/database/signals'
import type { Db } from '../../foundation/database.ts'
import { listBanners } from './queries.ts'
import { type BannerTone, isWarning, stateOf } from './rules.ts'

/** Time that a process caches the banners. A change in another process appears here within it. */
const sharedForMs = second

/** A banner as visitors see it. */
export interface Banner {
  id: string
  text: string
  tone: BannerTone
  /** Empty for no link. */
  link: string
}

/** Banners at the top of every page. */
export interface Banners {
  /** Returns the current banners, newest first; none while the database is unavailable. */
  read(): Promise<readonly Banner[]>
  /** Returns the text for players in games: that of the newest current banner that warns. Null: there is none. */
  readWarning(): Promise<string | null>
  /** Drops the cached banners after a change, in all processes. */
  forget(): void
}

export function createBanners({ db, now, signals }: { db: Db; now: Clock; signals: Signals }): Banners {
  let shared: { rows: ReturnType<typeof listBanners>; until: number } | undefined
  const drop = () => {
    shared = undefined
  }
  const sendDrop = signals.open('banners', { received: drop, connected: drop })

  const banners: Banners = {
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
    async readWarning() {
      return (await banners.read()).find(isWarning)?.text ?? null
    },
    forget() {
      drop()
      sendDrop('all')
    },
  }
  return banners
}
