import { useCase } from '../../accounts/door.ts'
import { noInput } from '../../foundation/input.ts'
import { unitsText } from '../../foundation/money.ts'
import { type Entry, type Reading, readEntries } from './entries.ts'
import { csvText } from './rules.ts'

const columns = ['time', 'type', 'change', 'with', 'note', 'link', 'id']

/**
 * Returns the user's whole history as CSV (RFC 4180), newest first. Pages are read from the ledger as the consumer takes them. The
 * first one is read before this returns, so that an unavailable ledger fails before a response begins.
 *
 * @throws Refused `failed`, even while the pages are read: an incomplete file must not end like a complete one.
 */
export const exportEntries = useCase(
  {
    summary:
      "Exports the user's transactions. The lines are streamed, so a failure midway aborts the download.",
    scope: 'read',
    input: noInput,
  },
  async (platform: Reading, actor): Promise<AsyncIterable<string>> => {
    const first = await readEntries(platform, actor)
    return (async function* () {
      yield `${columns.join(',')}\r\n`
      for (let page = first; ; page = await readEntries(platform, actor, page.next ?? undefined)) {
        yield page.entries.map((entry) => lineOf(entry, platform.config.baseUrl)).join('')
        if (page.next === null) return
      }
    })()
  },
)

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
