import { type Clock, second } from '@baseplate/service/clock'
import type { Signals } from '@baseplate/storage/database/signals'
import type { BrandingReader, SiteBranding } from '../../foundation/branding.ts'
import type { Db } from '../../foundation/database.ts'
import { findNewest } from './queries.ts'
import { brandingOf, type Configured } from './rules.ts'

/** Time that a process caches the branding. A change in another process appears here within it. */
const sharedForMs = second

export function createBrandingReader(platform: {
  db: Db
  now: Clock
  config: Configured
  texts: { locales: readonly string[] }
  signals: Signals
}): BrandingReader {
  const { db, now, config, texts, signals } = platform
  let last: SiteBranding = brandingOf(config, texts.locales, {})
  let shared: { branding: Promise<SiteBranding>; until: number } | undefined
  const drop = () => {
    shared = undefined
  }
  const sendDrop = signals.open('identity', { received: drop, connected: drop })

  /** Pages need a name even during an outage. */
  async function load(): Promise<SiteBranding> {
    try {
      last = brandingOf(config, texts.locales, (await findNewest(db))?.changes ?? {})
    } catch {
      shared = undefined
    }
    return last
  }

  return {
    read() {
      if (!shared || shared.until <= now()) shared = { branding: load(), until: now() + sharedForMs }
      return shared.branding
    },
    forget() {
      drop()
      sendDrop('all')
    },
  }
}
