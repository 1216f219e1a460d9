import type { Db } from '../../database.ts'
import { type Clock, second } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { listFlagChanges } from './queries.ts'
import { flagsInEffect } from './rules.ts'

/** What one process reads is shared for this long: an edit in another process is seen here that much later at most. */
const sharedForMs = second

/** The flags of game clients and servers. */
export interface Flags {
  /** Those in effect, values by names; the same object until they are read anew. */
  read(): Promise<Readonly<Record<string, string>>>
  /** The next read is from the database: something was changed here. */
  forget(): void
}

export function createFlags(platform: { db: Db; now: Clock; config: Pick<Config, 'Flags'> }): Flags {
  const { db, now, config } = platform
  let shared: { flags: Promise<Readonly<Record<string, string>>>; until: number } | undefined

  const load = async () => flagsInEffect(config.Flags, await listFlagChanges(db))

  return {
    read() {
      if (!shared || shared.until <= now()) {
        const flags = load()
        const reading = { flags, until: now() + sharedForMs }
        shared = reading
        // A database that was away for a moment is asked again at once.
        flags.catch(() => {
          if (shared === reading) shared = undefined
        })
      }
      return shared.flags
    },
    forget() {
      shared = undefined
    },
  }
}
