import type { IndexedFile } from '@baseplate/storage/s3-files/file-index'
import type { Objects } from '@baseplate/storage/s3-files/objects'
import { type Progress, percent } from '../progress.ts'
import type { ArchiveWriter } from './archive.ts'
import { findReferenced } from './indexed-files.ts'
import type { Moment } from './moment.ts'

/**
 * Archives the files in object storage under their names. Objects never change and outlive their names by a day, so they are still
 * those of the database's moment.
 *
 * @returns the number of files written.
 */
export async function writeObjects(
  archive: ArchiveWriter,
  objects: Objects,
  { index, references }: Moment,
  faults: string[],
  progress: Progress,
): Promise<number> {
  /** Archived names by object. */
  const written = new Map<string, string>()
  let files = 0
  for (const file of index.values()) {
    const twin = written.get(file.objectKey)
    if (twin !== undefined) await archive.link(file.name, twin)
    else {
      const fault = await writeObject(archive, objects, file)
      if (fault !== undefined) {
        faults.push(`${file.name} ${fault}`)
        continue
      }
      written.set(file.objectKey, file.name)
    }
    files += 1
    progress.show(`Files ${percent(files, index.size)}`)
  }
  for (const [name, reference] of references)
    if (!findReferenced(index, reference))
      faults.push(`${name} ${index.has(name) ? 'does not match the database' : 'is missing'}`)
  return files
}

/** Returns what is wrong with an object, or undefined. An object that cannot be read at all is left out. */
async function writeObject(
  archive: ArchiveWriter,
  objects: Objects,
  { name, objectKey, size, sha256, modified }: IndexedFile,
): Promise<string | undefined> {
  const entry = { name, mode: 0o600, modified: new Date(modified) }
  const chunks = size === 0 ? emptySource() : objects.read(objectKey, { start: 0, end: size - 1 })
  // The head of the entry must not be written for an object that is lost.
  const first = await chunks.next().catch((error: Error) => error)
  if (first instanceof Error) {
    if (isMissing(first)) return `cannot be read: ${first.message}`
    throw first
  }
  const archived = await archive.stream(entry, size, joined(first.done ? undefined : first.value, chunks))
  return archived === sha256 ? undefined : 'does not match its hash'
}

/** Whether the storage answers that there is no such object. While it is away, there is no backup to make. */
const isMissing = ({ cause }: Error): boolean => cause instanceof Error && cause.name === 'NoSuchKey'

async function* emptySource(): AsyncGenerator<Uint8Array, void> {}

async function* joined(first: Uint8Array | undefined, rest: AsyncGenerator<Uint8Array, void>) {
  if (first) yield first
  yield* rest
}
