import { type Clock, second } from '@baseplate/service/clock'
import type { Signals } from '@baseplate/storage/database/signals'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { listFlagChanges } from './queries.ts'
import { flagsInEffect } from './rules.ts'

/** Time that a process caches the flags. An edit in another process appears here within it. */
const sharedForMs = second

/** Flags of game clients and servers. */
export interface Flags {
  /** Returns the values of flags in effect by name. It is the same object until the next read of the database. */
  read(): Promise<Readonly<Record<string, string>>>
  /** Drops the cached flags after a change, in all processes. */
  forget(): void
}

export function createFlags(platform: {
  db: Db
  now: Clock
  config: Pick<Config, 'Flags'>
  signals: Signals
}): Flags {
  const { db, now, config } = platform
  let shared: { flags: Promise<Readonly<Record<string, string>>>; until: number } | undefined
  const drop = () => {
    shared = undefined
  }
  const sendDrop = platform.signals.open('flags', { received: drop, connected: drop })

  const load = async () => flagsInEffect(config.Flags, await listFlagChanges(db))

  return {
    read() {
      if (!shared || shared.until <= now()) {
        const flags = load()
        const reading = { flags, until: now() + sharedForMs }
        shared = reading
        // A failed read is not cached, so the next call retries.
        flags.catch(() => {
          if (shared === reading) shared = undefined
        })
      }
      return shared.flags
    },
    forget() {
      drop()
      sendDrop('all')
    },
  }
}
