import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import type { Catalogues } from '@baseplate/texts/catalogues'
import type { SiteBranding } from '../../foundation/branding.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import type { Doorway } from '../../foundation/door.ts'
import type { Listing, OwnFile } from '../../foundation/exports.ts'
import { unitsText } from '../../foundation/money.ts'
import { type Economy, readEntries } from '../../money/door.ts'
import { exportFiles } from './files.ts'
import { readListing } from './listing.ts'
import { readmeOf } from './readme.ts'
import type { ZipEntry } from './zip.ts'

/** Parts of the running platform that the exports of all domains need. */
interface Sources {
  db: Db
  config: Pick<Config, 'Client'>
}

export interface Reading extends Sources {
  files: Files
  economy: Economy
  config: Pick<Config, 'baseUrl' | 'Client'>
  texts: Catalogues
  /** Doors of the domains that have data of users. */
  doors: readonly Doorway<Sources, 'exports'>[]
}

interface Exported {
  userId: string
  /** BCP 47 tag of the language of the texts. */
  language: string
  site: Pick<SiteBranding, 'name'>
  /** Unix milliseconds. */
  started: number
  /** Called with the share of the work that is done, from 0 to 1. */
  onProgress(share: number): Promise<void>
}

/** Size that the progress assumes for a file of rows, in bytes. */
const assumedRowBytes = 100_000

/** Yields the files of an export. Rows and files may change meanwhile: docs/decisions/0061-exports-of-accounts.md. */
export async function* entriesOf(platform: Reading, exported: Exported): AsyncGenerator<ZipEntry> {
  const { db, files, doors } = platform
  const { userId, onProgress } = exported
  const own = await listOwnFiles(platform, userId)
  const weightOf = ({ size }: Pick<OwnFile, 'size'>) => size ?? 0
  const all = own.reduce((sum, file) => sum + weightOf(file), (exportFiles.length + 1) * assumedRowBytes)
  let done = 0
  const advance = (bytes: number) => {
    done += bytes
    return onProgress(done / all)
  }
  yield textEntry('README.txt', [readmeOf(platform.texts, exported)])
  for (const name of exportFiles) {
    const listings = doors.flatMap((door) => door.exports?.rows?.[name] ?? [])
    yield textEntry(`${name}.json`, jsonOfListings(db, listings, userId))
    await advance(assumedRowBytes)
  }
  yield textEntry('ledger.json', jsonArray(ledgerOf(platform, userId)))
  await advance(assumedRowBytes)
  const listed: object[] = []
  for (const file of own) {
    const stored = file.takenDown ? undefined : await files.open(file.stored)
    listed.push({ name: file.name, size: file.size, content: contentOf(file, stored !== undefined) })
    if (stored) yield* closing(stored, file.name)
    await advance(weightOf(file))
  }
  yield textEntry('files.json', jsonArray(listed))
}

async function listOwnFiles(platform: Reading, userId: string): Promise<OwnFile[]> {
  const own: OwnFile[] = []
  for (const { exports } of platform.doors) own.push(...((await exports?.files?.(platform, userId)) ?? []))
  return own
}

/** Yields a file, and closes it even if the archive ends before it has read the file. */
async function* closing(stored: StoredFile, name: string): AsyncGenerator<ZipEntry> {
  try {
    yield { name, open: () => stored.stream(), compress: isCompressible(name) }
  } finally {
    await stored.close()
  }
}

const contentOf = ({ takenDown }: OwnFile, exists: boolean): 'included' | 'taken down' | 'missing' =>
  takenDown ? 'taken down' : exists ? 'included' : 'missing'

const textEntry = (name: string, parts: Iterable<string> | AsyncIterable<string>): ZipEntry => ({
  name,
  open: () => parts,
  compress: true,
})

/** Pictures are compressed already. Items and drafts may be pictures too, but are small. */
const isCompressible = (name: string): boolean => !/\.(avif|png|jpeg)$/.test(name)

/** Yields a JSON object with an array for each listing. */
async function* jsonOfListings(db: Db, listings: readonly Listing[], userId: string): AsyncGenerator<string> {
  let before = '{\n'
  for (const listing of listings) {
    yield `${before}${JSON.stringify(listing.name)}: `
    yield* jsonArray(readListing(db, listing, userId))
    before = ',\n'
  }
  yield '\n}\n'
}

async function* jsonArray(rows: Iterable<object> | AsyncIterable<object>): AsyncGenerator<string> {
  let before = '[\n'
  let isEmpty = true
  for await (const row of rows) {
    yield before + JSON.stringify(row)
    before = ',\n'
    isEmpty = false
  }
  yield isEmpty ? '[]' : '\n]'
}

/** Yields the user's events of the ledger, newest first. */
async function* ledgerOf(platform: Reading, userId: string): AsyncGenerator<object> {
  for (let before: string | undefined; ; ) {
    const { entries, next } = await readEntries(platform, { id: userId }, before)
    for (const { id, created, type, change, username, note, link } of entries)
      yield {
        id,
        time: new Date(created).toISOString(),
        type,
        change: unitsText(change),
        user: username,
        note,
        link,
      }
    if (next === null) return
    before = next
  }
}
