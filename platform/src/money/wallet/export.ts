import type { Actor } from '../../accounts/rules.ts'
import { unitsText } from '../../foundation/money.ts'
import { type Entry, type Reading, readEntries } from './entries.ts'
import { csvText } from './rules.ts'

const columns = ['time', 'type', 'change', 'with', 'note', 'link', 'id']

/**
 * The person's whole history as CSV (RFC 4180), the newest first, read part by part as it is taken. The first part is read
 * before anything is answered, so that a ledger that is away is an answer of its own.
 *
 * @throws Refused `failed`; later, while it is read: what is there by then is not all, and must not end like it.
 */
export async function exportEntries(platform: Reading, actor: Actor): Promise<AsyncIterable<string>> {
  const first = await readEntries(platform, actor)
  return (async function* () {
    yield `${columns.join(',')}\r\n`
    for (let part = first; ; part = await readEntries(platform, actor, part.next ?? undefined)) {
      yield part.entries.map((entry) => lineOf(entry, platform.config.baseUrl)).join('')
      if (part.next === null) return
    }
  })()
}

const lineOf = ({ created, type, change, username, note, link, id }: Entry, baseUrl: string) =>
  `${[
    new Date(created).toISOString(),
    type,
    unitsText(change),
    csvText(username ?? ''),
    csvText(note),
    csvText(link === null ? '' : baseUrl + link),
    id,
  ].join(',')}\r\n`
