import { type Clock, second } from '@baseplate/service/clock'
import type { Signals } from '@baseplate/storage/database/signals'
import type { Db } from '../../foundation/database.ts'
import type { IdentityReader, SiteIdentity } from '../../foundation/identity.ts'
import { findNewest } from './queries.ts'
import { type Configured, identityOf } from './rules.ts'

/** Time that a process caches the identity. A change in another process appears here within it. */
const sharedForMs = second

export function createIdentityReader(platform: {
  db: Db
  now: Clock
  config: Configured
  texts: { locales: readonly string[] }
  signals: Signals
}): IdentityReader {
  const { db, now, config, texts, signals } = platform
  let last: SiteIdentity = identityOf(config, texts.locales, {})
  let shared: { identity: Promise<SiteIdentity>; until: number } | undefined
  const drop = () => {
    shared = undefined
  }
  const sendDrop = signals.open('identity', { received: drop, connected: drop })

  /** Pages need a name even during an outage. */
  async function load(): Promise<SiteIdentity> {
    try {
      last = identityOf(config, texts.locales, (await findNewest(db))?.changes ?? {})
    } catch {
      shared = undefined
    }
    return last
  }

  return {
    read() {
      if (!shared || shared.until <= now()) shared = { identity: load(), until: now() + sharedForMs }
      return shared.identity
    },
    forget() {
      drop()
      sendDrop('all')
    },
  }
}
