import { type Clock, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import type { Signals } from '@baseplate/storage/database/signals'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { createTextFilter, type SharedFilter, type TextFilter } from '../../foundation/text-filter.ts'
import { findWords, type StoredWords } from './queries.ts'
import { isPattern } from './rules.ts'

/** Age at which the next filtered text makes the process look for a change whose signal was lost. */
const freshForMs = second

type Reading = { db: Db; config: Pick<Config, 'Filtering'> }

/** Reads the words that administrators filter, and follows changes that any process makes. */
export async function openSharedFilter(
  platform: Reading & { now: Clock; signals: Signals; log: Logger },
): Promise<SharedFilter> {
  const { db, config, now, signals, log } = platform
  let current = compile(config, await findWords(db))
  let readAt = now()

  const read = async () => {
    readAt = now()
    const stored = await findWords(db)
    // A slow read must not bring back what a later one has replaced.
    if (stored.version > current.version) current = compile(config, stored)
  }
  const readSoon = () => {
    read().catch((error: unknown) => {
      readAt = 0
      log.warn({ error: (error as Error).message }, 'the words of the text filter could not be read')
    })
  }
  const sendChange = signals.open('filter', { received: readSoon, connected: readSoon })

  return {
    filterText(text) {
      if (now() - readAt > freshForMs) readSoon()
      return current.filterText(text)
    },
    async changed() {
      await read()
      sendChange('words')
    },
  }
}

/** Returns the filter as it is now, for a command that runs beside the site. */
export const readFilter = async ({ db, config }: Reading): Promise<TextFilter> =>
  compile(config, await findWords(db)).filterText

function compile({ Filtering }: Pick<Config, 'Filtering'>, { version, words }: StoredWords) {
  const plain = words.filter((word) => !isPattern(word))
  return {
    version,
    filterText: createTextFilter({
      ...Filtering,
      Words: [...Filtering.Words, ...plain],
      Patterns: words.filter(isPattern),
    }),
  }
}
