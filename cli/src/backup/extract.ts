import { createHash } from 'node:crypto'
import { chmod, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { migrations } from '@baseplate/platform/migrations/all'
import { CannotStart } from '@baseplate/service/cannot-start'
import { predatesReleases } from '@baseplate/storage/database/schema-version'
import { linkOrCopy } from '@baseplate/storage/local-files/link-or-copy'
import type { ReadEntry } from './archive.ts'
import {
  type About,
  aboutName,
  aboutSchema,
  formatNumber,
  formatSchema,
  isSafeName,
  sumsName,
} from './format.ts'

/**
 * Extracts all entries of an archive.
 *
 * @throws CannotStart when a later version made it or its database is of the other kind; another error when an entry is
 * damaged or missing
 */
export async function extract(
  entries: AsyncIterable<ReadEntry>,
  folder: string,
  config: Config,
  signal: AbortSignal,
): Promise<About> {
  let about: About | undefined
  let whole = false
  const sums = new Map<string, string>()
  for await (const entry of entries) {
    signal.throwIfAborted()
    if (whole) throw new Error('something follows its end')
    if (!isSafeName(entry.name)) throw new Error(`it has a file named ${JSON.stringify(entry.name)}`)
    if (sums.has(entry.name)) throw new Error(`${entry.name} is in it twice`)
    if (!about) {
      const text = await textOf(entry)
      sums.set(aboutName, createHash('sha256').update(text).digest('hex'))
      about = parseAbout(entry.name, text)
      checkDatabase(about, config)
    } else if (entry.name === sumsName) {
      checkSums(await textOf(entry), sums)
      whole = true
    } else if (entry.type === 'directory') {
      await mkdir(join(folder, entry.name), { recursive: true })
      // The mode of `mkdir` would lose bits to the umask, and a parent of an earlier entry keeps its own.
      await chmod(join(folder, entry.name), entry.mode | 0o700)
    } else if (entry.type === 'link') {
      const sha256 = sums.get(entry.target)
      if (sha256 === undefined) throw new Error(`${entry.name} is a link to nothing`)
      const path = join(folder, entry.name)
      await mkdir(dirname(path), { recursive: true })
      await linkOrCopy(join(folder, entry.target), path)
      sums.set(entry.name, sha256)
    } else {
      sums.set(entry.name, await writeEntry(entry, join(folder, entry.name)))
    }
  }
  if (!about || !whole) throw new Error('its end is missing')
  return about
}

function parseAbout(name: string, text: string): About {
  if (name !== aboutName) throw new Error('it is not a backup of Baseplate')
  const written: unknown = JSON.parse(text)
  const { data: numbered } = formatSchema.safeParse(written)
  const { data: about } = aboutSchema.safeParse(written)
  if (about && predatesReleases(about.migrations, migrations)) {
    throw new CannotStart(
      'This backup was made by a version of Baseplate from before its first release. Only that version can restore it.',
    )
  }
  const isLater =
    (numbered && numbered.format > formatNumber) ||
    about?.migrations.some((known) => !Object.hasOwn(migrations, known))
  if (isLater) {
    throw new CannotStart(
      'This backup was made by a later version of Baseplate. Restore it with that version.',
    )
  }
  if (!about) throw new Error(`${aboutName} is invalid`)
  return about
}

async function textOf({ bytes }: ReadEntry): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts).toString()
}

function checkSums(text: string, found: ReadonlyMap<string, string>): void {
  const lines = text.split('\n').filter(Boolean)
  for (const line of lines) {
    const name = line.slice(66)
    if (!found.has(name)) throw new Error(`${name} is missing`)
    if (found.get(name) !== line.slice(0, 64)) throw new Error(`${name} is not what was backed up`)
  }
  if (lines.length !== found.size) throw new Error('it has more files than were backed up')
}

/** @returns the hash of the bytes written. */
async function writeEntry({ mode, modified, bytes }: ReadEntry, path: string): Promise<string> {
  const hash = createHash('sha256')
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'wx', mode)
  try {
    for await (const chunk of bytes) {
      hash.update(chunk)
      await file.appendFile(chunk)
    }
    await file.utimes(modified, modified)
    await file.sync()
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

function checkDatabase({ database }: About, { databaseUrl }: Config): void {
  if (database === 'SQLite' && databaseUrl !== undefined) {
    throw new CannotStart(
      'This backup has a SQLite database, and DATABASE_URL is set. Unset it to restore this backup.',
    )
  }
  if (database === 'PostgreSQL' && databaseUrl === undefined) {
    throw new CannotStart('This backup is of a PostgreSQL database: set DATABASE_URL to an empty one.')
  }
}
