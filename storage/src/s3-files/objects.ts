import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type MultipartUpload,
  NotFound,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { second } from '@baseplate/service/clock'
import { userAgentOf } from '@baseplate/service/user-agent'
import { FilesUnavailable } from '../files-unavailable.ts'
import { collectYoung } from '../local-files/collect-young.ts'
import type { Chunks } from '../received-file.ts'
import type { S3Location } from './location.ts'
import { readObject } from './read-object.ts'
import { timeRequests } from './request-timings.ts'
import { watchRequests } from './watched-storage.ts'

/** Bytes per part of an upload: the minimum of S3. */
const partBytes = 5 * 1024 * 1024

/** Parts that are sent at once. More of them gain little and cost memory for each upload. */
const partsAtOnce = 2

/** Used buffers are freed after this many bytes: see `collectYoung`. */
const collectEvery = 8 * 1024 * 1024

/** Objects of a bucket by their key without the prefix. Every function may throw `FilesUnavailable`. */
export interface Objects {
  /**
   * Uploads an object. Memory does not grow with its size.
   *
   * @param bytes size of a part. S3 allows 10,000 parts.
   * @throws any error of the source, too
   */
  put(key: string, source: Chunks, bytes?: number): Promise<void>
  /** Returns the size of an object; undefined when there is none. */
  sizeOf(key: string): Promise<number | undefined>
  /** Reads the bytes from `start` to `end`, both inclusive. A connection that breaks is opened again where it broke. */
  read(key: string, range: { start: number; end: number }): AsyncGenerator<Uint8Array, void>
  /** Removes an object, if it exists. */
  remove(key: string): Promise<void>
  /** Yields the keys of all objects in batches. */
  list(): AsyncGenerator<string[], void>
  /** Aborts uploads that a crash left unfinished before a time. Returns false where the storage cannot list them. */
  abortUploads(before: Date): Promise<boolean>
  /** Checks that the bucket exists and can be used. */
  check(): Promise<void>
  /** Returns an address for one download without credentials. */
  addressOf(key: string, contentType: string, seconds: number): Promise<string>
  close(): void
}

/**
 * Opens the objects of a bucket.
 *
 * @param isForUsers whether requests fail within seconds when the storage stops answering. Backups and other commands wait longer.
 */
export function openObjects(location: S3Location, { isForUsers = false } = {}): Objects {
  const { bucket: Bucket, prefix } = location
  const client = new S3Client({
    forcePathStyle: location.pathStyle,
    // By default, the SDK adds checksums to every request and expects them in responses. Ceph and Swift reject or lack them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    customUserAgent: userAgentOf('Storage'),
    requestHandler: {
      connectionTimeout: 2 * second,
      // Time without traffic. A slow reader of a download may exceed it too, and the download continues.
      socketTimeout: 20 * second,
      httpAgent: { maxSockets: 128 },
      httpsAgent: { maxSockets: 128 },
    },
  })
  timeRequests(client)
  const stopWatching = isForUsers ? watchRequests(client, location) : () => {}
  const at = (key: string) => ({ Bucket, Key: prefix + key })

  return {
    put: (key, source, bytes = partBytes) => upload(client, at(key), source, bytes),
    sizeOf: (key) => explained(() => sizeOf(client, at(key))),
    read: (key, { start, end }) =>
      readObject({ start, end }, async (from, signal) => {
        const Range = `bytes=${from}-${end}`
        const { Body } = await client.send(new GetObjectCommand({ ...at(key), Range }), {
          abortSignal: signal,
        })
        if (!(Body instanceof Readable)) throw new Error('the response has no body')
        return Body
      }),
    remove: (key) =>
      explained(async () => {
        await client.send(new DeleteObjectCommand(at(key)))
      }),
    list: () => listKeys(client, location),
    abortUploads: (before) => explained(() => abortUploads(client, location, before)),
    check: () =>
      explained(async () => {
        await client.send(new HeadBucketCommand({ Bucket }))
      }),
    addressOf: (key, contentType, seconds) =>
      explained(async () => {
        const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
        const command = new GetObjectCommand({
          ...at(key),
          ResponseContentType: contentType,
        })
        return getSignedUrl(client, command, { expiresIn: seconds })
      }),
    close() {
      stopWatching()
      client.destroy()
    },
  }
}

async function explained<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof FilesUnavailable ? error : new FilesUnavailable(error)
  }
}

async function upload(
  client: S3Client,
  at: { Bucket: string; Key: string },
  source: Chunks,
  partSize: number,
): Promise<void> {
  let ofSource: { error: unknown } | undefined
  async function* watched() {
    let size = 0
    let collectAt = collectEvery
    try {
      for await (const chunk of source) {
        yield chunk
        size += chunk.byteLength
        if (size < collectAt) continue
        collectYoung()
        collectAt = size + collectEvery
      }
    } catch (error) {
      ofSource = { error }
      throw error
    }
  }
  const Body = Readable.from(watched(), { objectMode: false })
  const running = new Upload({
    client,
    params: { ...at, Body },
    partSize,
    queueSize: partsAtOnce,
  })
  try {
    await running.done()
  } catch (error) {
    Body.destroy()
    if (ofSource) throw ofSource.error
    throw new FilesUnavailable(error)
  }
}

async function sizeOf(client: S3Client, at: { Bucket: string; Key: string }): Promise<number | undefined> {
  try {
    return (await client.send(new HeadObjectCommand(at))).ContentLength
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
}

async function* listKeys(client: S3Client, { bucket, prefix }: S3Location): AsyncGenerator<string[], void> {
  const seen = new Set<string>()
  for (let after: string | undefined; ; ) {
    const from = after === undefined ? {} : { ContinuationToken: after }
    const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...from })
    const { Contents = [], ...page } = await explained(() => client.send(command))
    yield Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key.slice(prefix.length)]))
    after = nextPage(page.IsTruncated, page.NextContinuationToken, seen)
    if (after === undefined) return
  }
}

/**
 * Returns the token of the next page of a list; undefined at its end. Some storage ends a list with an empty token.
 *
 * @param seen tokens of earlier pages
 * @throws FilesUnavailable for a list that would never end.
 */
function nextPage(
  isTruncated: boolean | undefined,
  next: string | undefined,
  seen: Set<string>,
): string | undefined {
  if (isTruncated === false || (!isTruncated && !next)) return undefined
  if (!next || seen.has(next)) throw new FilesUnavailable(new Error('the storage repeats a page of a list'))
  seen.add(next)
  return next
}

async function abortUploads(client: S3Client, location: S3Location, before: Date): Promise<boolean> {
  try {
    for await (const uploads of listUploads(client, location)) {
      for (const { Key, UploadId, Initiated } of uploads)
        if (Initiated && Initiated < before)
          await client.send(new AbortMultipartUploadCommand({ Bucket: location.bucket, Key, UploadId }))
    }
    return true
  } catch (error) {
    if (isUnsupported(error)) return false
    throw error
  }
}

async function* listUploads(
  client: S3Client,
  { bucket, prefix }: S3Location,
): AsyncGenerator<MultipartUpload[], void> {
  const seen = new Set<string>()
  for (let after: { KeyMarker: string; UploadIdMarker?: string | undefined } | undefined; ; ) {
    const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...after })
    const { Uploads = [], ...page } = await client.send(command)
    yield Uploads
    const [KeyMarker, UploadIdMarker] = [page.NextKeyMarker, page.NextUploadIdMarker]
    const next = KeyMarker && `${KeyMarker} ${UploadIdMarker ?? ''}`
    if (nextPage(page.IsTruncated, next, seen) === undefined || !KeyMarker) return
    after = { KeyMarker, UploadIdMarker }
  }
}

/** Whether a storage answers that it does not know a request. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (error.name === 'NotImplemented' || [405, 501].includes(error.$metadata.httpStatusCode ?? 0))
