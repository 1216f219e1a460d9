import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { singleFlight } from '@baseplate/service/single-flight'
import { LRUCache } from 'lru-cache'
import { createSharedSlots } from '../../foundation/slots.ts'
import type { PictureSize } from './rules.ts'

/** Bytes of pictures in memory. Services that preview links fetch one of about 80 KB a few times, and clients small ones. */
const maxCachedBytes = 8_000_000

/** Conversions of one address, and of all. */
const conversions = {
  each: { atOnce: 1, waiting: 2, code: 'files.images_busy', retryAfter: 10 },
  all: { atOnce: 1, waiting: 7, code: 'files.images_busy', retryAfter: 10 },
} as const
const timeoutMs = 20_000
const maxBytes = 4_000_000

const script = fileURLToPath(new URL('./shared-picture-process.ts', import.meta.url))

/**
 * Converts pictures for previews of links and for clients, for an address that asks. Neither reads AVIF. They get JPEG, or PNG where a
 * picture may be transparent.
 *
 * @param key names the picture, without its size and format
 */
export type SharedPictures = (
  key: string,
  client: string,
  wanted: { size: PictureSize; format?: 'jpeg' | 'png' },
  read: () => Promise<Uint8Array>,
) => Promise<Uint8Array<ArrayBuffer>>

/** Converts a picture in a process of its own. */
type Convert = (
  picture: Uint8Array,
  size: PictureSize,
  format: 'jpeg' | 'png',
) => Promise<Uint8Array<ArrayBuffer>>

/**
 * Makes a converter with a cache. It converts one picture at a time, each in a process of its own, because the site's process
 * decodes only the formats of uploads.
 */
export function createSharedPictures(convert: Convert = convertInProcess): SharedPictures {
  const cache = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ length }) => length,
  })
  const slots = createSharedSlots(conversions)

  const convertShared = singleFlight(
    async (key: string, client: string, work: () => Promise<Uint8Array<ArrayBuffer>>) => {
      const picture = await slots.run(client, work)
      cache.set(key, picture)
      return picture
    },
  )
  return async (picture, client, { size, format = 'jpeg' }, read) => {
    const key = `${picture} ${size.width} ${size.height} ${format}`
    return cache.get(key) ?? convertShared(key, client, async () => convert(await read(), size, format))
  }
}

const convertInProcess: Convert = (picture, { width, height }, format) =>
  new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [script, String(width), String(height), format],
      { encoding: 'buffer', timeout: timeoutMs, maxBuffer: maxBytes },
      (error, output) => (error ? reject(error) : resolve(new Uint8Array(output))),
    )
    // The process may end before it has read everything. Its exit code reports the failure.
    child.stdin?.on('error', () => {})
    child.stdin?.end(picture)
  })
