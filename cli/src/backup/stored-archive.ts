import type { Config } from '@baseplate/platform/foundation/config/schema'
import { CannotStart } from '@baseplate/service/cannot-start'
import { day } from '@baseplate/service/clock'
import { FilesUnavailable } from '@baseplate/storage/files-unavailable'
import { parseS3Location, type S3Location } from '@baseplate/storage/s3-files/location'
import type { Objects } from '@baseplate/storage/s3-files/objects'
import { explainStorageFailure } from '../explain-s3-failure.ts'
import type { Progress } from '../progress.ts'
import type { ArchiveSource } from './archive.ts'
import { type BackedUp, backUpTo } from './backup.ts'
import { nameAt, oldestFirst } from './scheduled.ts'

/** S3 allows 10,000 parts, so archives have up to 671 GB. Two parts are in memory at a time. */
const partBytes = 64 * 1024 * 1024

/** An upload that takes longer was left by a killed backup. */
const abandonedMs = day

const warn = (sentence: string) => process.stderr.write(`${sentence}\n`)

/** Whether a name means object storage rather than a file. */
export const isStored = (name: string): boolean => name.startsWith('s3://')

/**
 * Streams an archive into object storage, below a prefix. The object appears when the archive is complete. Only the copies of
 * the database and of a ledger in PostgreSQL are written to this machine's disk.
 *
 * @returns the backup, and the address of its archive.
 * @throws CannotStart; EconomyFault; the signal's reason
 */
export async function backUpToStorage(
  config: Config,
  address: string,
  signal: AbortSignal,
  progress: Progress,
): Promise<{ made: BackedUp; stored: string }> {
  const location = locationOf(address)
  refuseOwnFiles(config, location, address)
  const name = nameAt(new Date())
  const made = await withObjects(location, address, async (objects) => {
    await objects.check()
    await objects.abortUploads(new Date(Date.now() - abandonedMs)).catch((error: Error) => {
      progress.end()
      warn(`Uploads of killed backups at ${address} could not be removed: ${explainStorageFailure(error)}.`)
    })
    return send(objects, name, (write) => backUpTo(config, write, signal, progress))
  })
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${name}`
  return { made, stored: url.href }
}

async function send(
  objects: Objects,
  key: string,
  make: (write: (chunk: Uint8Array) => Promise<void>) => Promise<BackedUp>,
): Promise<BackedUp> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const making = make((chunk) => writer.write(chunk)).then(
    async (made) => {
      await writer.close()
      return made
    },
    async (error: unknown) => {
      await writer.abort(error)
      throw error
    },
  )
  const [made, sent] = await Promise.allSettled([making, objects.put(key, readable, partBytes)])
  // Storage that fails ends the backup as well, whose own error then says nothing.
  if (sent.status === 'rejected' && sent.reason instanceof FilesUnavailable) throw sent.reason
  if (made.status === 'rejected') throw made.reason
  if (sent.status === 'rejected') throw sent.reason
  return made.value
}

/** Opens an archive in object storage. @throws CannotStart when it cannot be read */
export async function openStoredArchive(address: string): Promise<ArchiveSource & { close(): void }> {
  const location = locationOf(address)
  const [, folder = '', name = ''] = /^(.*?)([^/]+)\/$/.exec(location.prefix) ?? []
  const objects = await open({ ...location, prefix: folder })
  const size = await explained(address, () => objects.sizeOf(name)).catch((error: unknown) => {
    objects.close()
    throw error
  })
  if (size === undefined || size === 0) {
    objects.close()
    throw new CannotStart(`There is no archive at ${address}.`)
  }
  return { size, bytes: objects.read(name, { start: 0, end: size - 1 }), close: objects.close }
}

/** Removes all archives below a prefix except the newest ones. */
export async function removeOldArchives(
  address: string,
  { isArchive, keep, now }: { isArchive: RegExp; keep: number; now: Date },
): Promise<void> {
  await withObjects(locationOf(address), address, async (objects) => {
    const keys = (await Array.fromAsync(objects.list())).flat().filter((key) => isArchive.test(key))
    for (const key of oldestFirst(keys, now).slice(0, -keep)) await objects.remove(key)
  })
}

function locationOf(address: string): S3Location {
  const location = parseS3Location(address)
  if (location) return location
  throw new CannotStart(`${address} is not an address such as s3://bucket/prefix?pathStyle=true.`)
}

/** A restore into the prefix of the files would count an archive there as a file. */
function refuseOwnFiles({ filesUrl }: Config, { bucket, prefix }: S3Location, address: string): void {
  const files = filesUrl === undefined ? undefined : parseS3Location(filesUrl)
  if (files?.bucket === bucket && prefix.startsWith(files.prefix))
    throw new CannotStart(`${address} is in FILES_URL. Name another bucket or prefix.`)
}

async function open(location: S3Location): Promise<Objects> {
  const { openObjects } = await import('@baseplate/storage/s3-files/objects')
  return openObjects(location)
}

async function withObjects<T>(
  location: S3Location,
  address: string,
  use: (objects: Objects) => Promise<T>,
): Promise<T> {
  const objects = await open(location)
  try {
    return await explained(address, () => use(objects))
  } finally {
    objects.close()
  }
}

async function explained<T>(address: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof FilesUnavailable
      ? new CannotStart(`${address}: ${explainStorageFailure(error)}.`)
      : error
  }
}
