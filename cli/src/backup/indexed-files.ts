import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import type { FileReference } from '@baseplate/platform/foundation/file-reference'
import { findFiles, type IndexedFile, listFiles } from '@baseplate/storage/s3-files/file-index'
import { parseS3Location } from '@baseplate/storage/s3-files/location'
import type { Objects } from '@baseplate/storage/s3-files/objects'
import type { Kysely } from 'kysely'
import { leftOut } from './format.ts'
import { matchesReference } from './verify-file.ts'

/** The files of a database whose files are in object storage, by name. */
export type IndexedFiles = ReadonlyMap<string, IndexedFile>

const perRead = 1_000

/** Opens the object storage of the configuration; undefined where files are in the data directory. */
export async function openObjectStorage({
  filesUrl,
}: Pick<Config, 'filesUrl'>): Promise<Objects | undefined> {
  const location = filesUrl === undefined ? undefined : parseS3Location(filesUrl)
  if (!location) return undefined
  const { openObjects } = await import('@baseplate/storage/s3-files/objects')
  return openObjects(location)
}

/** Yields the names of the files below a name in a folder, or the name itself if it is a file's. */
export async function* filesBelow(root: string, name: string): AsyncGenerator<string, void> {
  const path = join(root, name)
  if (!(await stat(path)).isDirectory()) yield name
  else for (const entry of (await readdir(path)).toSorted()) yield* filesBelow(root, `${name}/${entry}`)
}

/** Reads the index at the moment of a snapshot. */
export async function readIndex(db: Kysely<Database>): Promise<IndexedFiles> {
  const files = new Map<string, IndexedFile>()
  for (let after = ''; ; ) {
    const rows = await listFiles(db, { prefix: '', after, limit: perRead })
    for (const row of rows) if (!leftOut(row.name.split('/', 1)[0] ?? '')) files.set(row.name, row)
    const last = rows.at(-1)
    if (!last || rows.length < perRead) return files
    after = last.name
  }
}

/** Finds the file that a row of the database names, in place or waiting to be put into place. */
export function findReferenced(files: IndexedFiles, reference: FileReference): IndexedFile | undefined {
  const { name, fallback } = reference
  const file = files.get(name)
  if (file && matchesReference(reference, file)) return file
  if (fallback === undefined) return undefined
  return files.values().find((one) => one.name.startsWith(fallback) && matchesReference(reference, one))
}

/** Returns the index with the files in place that the database names. They are put there a moment after the commit. */
export function putIntoPlace(
  files: IndexedFiles,
  references: ReadonlyMap<string, FileReference>,
): IndexedFiles {
  const settled = new Map(files)
  for (const [name, reference] of references) {
    const file = findReferenced(files, reference)
    if (file && file.name !== name) settled.set(name, { ...file, name })
  }
  return settled
}

/** Returns what is wrong with the object of a file, or undefined when it has the content that the index says. */
export async function objectFault(objects: Objects, file: IndexedFile): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    if (file.size > 0)
      for await (const chunk of objects.read(file.objectKey, { start: 0, end: file.size - 1 }))
        hash.update(chunk)
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`
  }
  return hash.digest('hex') === file.sha256 ? undefined : 'does not match its hash'
}

/** Returns what is wrong with a file that the database names, or undefined when it matches its reference. */
export async function indexedFault(
  objects: Objects,
  db: Kysely<Database>,
  reference: FileReference,
): Promise<string | undefined> {
  const [file] = await findFiles(db, [reference.name])
  if (!file) return 'is missing'
  return matchesReference(reference, file) ? objectFault(objects, file) : 'does not match the database'
}
