import { createHash, randomUUID } from 'node:crypto'
import { CommitUnknown, isDiskFull } from '@baseplate/storage/database/outage'
import type { Files } from '@baseplate/storage/files'
import { collectYoung } from '@baseplate/storage/local-files/collect-young'
import type { Chunks } from '@baseplate/storage/received-file'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import type { Expected } from '../versions/expected.ts'
import type { Published } from '../versions/store-version.ts'
import { diskFull, type FileUpdating, updatePlaceFile } from '../versions/update-file.ts'
import { checksumInput } from './input.ts'
import { createPartReader } from './part-reader.ts'
import { addParts, finishUpload, listParts, type Part, type UploadRow } from './queries.ts'
import { maxParts, offsetConflict, partBytes, partFileName, uploadExpired } from './rules.ts'
import { requireUpload } from './view.ts'

/** A request that continues an upload. */
interface Continuation {
  /** The byte of the file at which the source begins. */
  offset: number
  source: Chunks
  /** Algorithm and hash of the source. Without it, the bytes that arrive before a cut are kept. */
  checksum?: string | undefined
}

/**
 * Continues an upload of the actor, and publishes the file when it is complete. Each part that is added survives a crash. The last
 * one counts once the file is published, so a client that repeats it after a failure publishes nothing twice.
 *
 * @returns the number of stored bytes, and the version if the file is complete
 * @throws InvalidFields; Refused `missing`, `gone`, `conflict`; `corrupt`; `invalid`: the request was cut; errors of `updatePlaceFile`
 */
export async function continueUpload(
  platform: FileUpdating,
  actor: Actor,
  id: string,
  { offset, source, checksum }: Continuation,
): Promise<{ received: number; published: Published | undefined }> {
  const upload = await requireUpload(platform, actor, id)
  if (offset !== upload.received) throw offsetConflict(upload.received)
  const { published, sha256 } = upload
  if (published !== null && sha256 !== null)
    return { received: upload.size, published: { version: published, sha256 } }
  const pending: Part[] = []
  try {
    const end = await storeParts(platform, upload, { offset, source, checksum }, pending)
    if (end < upload.size) return { received: end, published: undefined }
    return { received: end, published: await publish(platform, actor, upload, pending) }
  } catch (error) {
    // Rows may name these parts.
    if (error instanceof CommitUnknown) pending.length = 0
    throw isDiskFull(error) ? diskFull(error) : error
  } finally {
    await removeParts(platform.files, pending)
  }
}

/**
 * Stores the received bytes as parts of the upload. Without a checksum, each part is added at once.
 *
 * @param pending receives the stored parts that are not added: all until a checksum is verified, and the last ones of the file.
 * @returns the number of bytes that the file has with them
 */
async function storeParts(
  { db, files }: Pick<FileUpdating, 'db' | 'files'>,
  upload: UploadRow,
  { offset, source, checksum }: Continuation,
  pending: Part[],
): Promise<number> {
  const verify = checksum === undefined ? undefined : verifier(checksum)
  const reader = createPartReader(source, partBytes)
  let stored = (await listParts(db, upload.id)).length
  let end = offset
  for (let chunks = await reader.next(); chunks; chunks = await reader.next()) {
    if (++stored > maxParts) throw new Refused('uploads.too_many_parts')
    const part = { name: randomUUID(), start: end, size: 0 }
    pending.push(part)
    part.size = (await files.write(partFileName(part.name), verify?.watch(chunks) ?? chunks, partBytes)).size
    collectYoung()
    end += part.size
    if (end > upload.size) throw new Refused('uploads.too_long', { size: upload.size })
    if (verify || end >= upload.size) continue
    await addParts(db, upload.id, pending)
    pending.length = 0
  }
  if (verify) {
    if (reader.failure !== undefined) throw new Refused('site.form_interrupted')
    verify.check()
    if (end < upload.size) {
      await addParts(db, upload.id, pending)
      pending.length = 0
    }
  }
  if (reader.failure !== undefined && end < upload.size) throw new Refused('site.form_interrupted')
  return end
}

function verifier(checksum: string) {
  const { algorithm, hash } = parseInput(checksumInput, checksum)
  const actual = createHash(algorithm)
  return {
    async *watch(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        actual.update(chunk)
        yield chunk
      }
    },
    check() {
      if (actual.digest('base64') !== hash) throw new Refused('uploads.checksum_mismatch')
    },
  }
}

/** Joins all parts to the place's file. */
async function publish(
  platform: FileUpdating,
  actor: Actor,
  { id, place_id, size, sha256, version, notes }: UploadRow,
  pending: readonly Part[],
): Promise<Published> {
  const { db, files } = platform
  const stored = await listParts(db, id)
  const parts = [...stored, ...pending]
  const gone = () => whyGone(platform, actor, id)
  const begins = pending[0]?.start ?? size
  const received = stored.reduce((bytes, part) => bytes + part.size, 0)
  // Without these, the rest of the parts would be published as the whole file, or bytes of two requests as one file.
  if (received < begins) throw await gone()
  if (received > begins) throw offsetConflict(received)
  const expected: Expected = { ...(sha256 !== null && { sha256 }), ...(version !== null && { version }) }
  const file = joined(files, parts, gone)
  // One transaction with the version: after a crash in between, a client that repeats the last part would publish the file again.
  const finish = (trx: Db, result: Published) => finishUpload(trx, { id, size, from: begins }, result)
  const published = await updatePlaceFile(platform, actor, place_id, file, { notes }, expected, finish)
  await removeParts(files, stored)
  return published
}

async function* joined(
  files: Files,
  parts: readonly Part[],
  gone: () => Promise<Refused>,
): AsyncGenerator<Uint8Array, void> {
  for (const { name } of parts) {
    const file = await files.open(partFileName(name))
    if (!file) throw await gone()
    yield* file.stream()
  }
}

/**
 * Returns why parts disappeared while the last one arrived. A client that lost its connection often repeats a request which is still
 * being published. The conflict makes it ask for the offset, and thus learn that the file is published.
 *
 * @throws Refused `missing`, `gone`: the upload was cancelled, or has expired.
 */
async function whyGone(platform: FileUpdating, actor: Actor, id: string): Promise<Refused> {
  const { published, received } = await requireUpload(platform, actor, id)
  // Without a version, the database was restored from a backup, which has no parts.
  return published === null ? uploadExpired() : offsetConflict(received)
}

/** Removes the files of parts. The sweep retries a failure. */
async function removeParts(files: Files, parts: readonly Part[]): Promise<void> {
  for (const { name } of parts) await files.remove(partFileName(name)).catch(() => {})
}
