import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { singleFlight } from '@baseplate/service/single-flight'
import { LRUCache } from 'lru-cache'
import { createSharedSlots } from '../../foundation/slots.ts'
import { sharedPictureSize } from './rules.ts'

/** Maximum number of pictures cached in memory, about 80 KB each. Services that preview links fetch a picture a few times. */
const maxCached = 100

/** Conversions of one address, and of all. */
const conversions = {
  each: { atOnce: 1, waiting: 2, code: 'files.images_busy', retryAfter: 10 },
  all: { atOnce: 1, waiting: 7, code: 'files.images_busy', retryAfter: 10 },
} as const
const timeoutMs = 20_000
const maxBytes = 4_000_000

const script = fileURLToPath(new URL('./shared-picture-process.ts', import.meta.url))

/** Converts pictures for previews of links, for an address that asks: JPEG, because the services that show previews do not read AVIF. */
export type SharedPictures = (
  key: string,
  client: string,
  read: () => Promise<Uint8Array>,
) => Promise<Uint8Array<ArrayBuffer>>

/**
 * Makes a converter with a cache. It converts one picture at a time, each in a process of its own, because the site's process
 * decodes only the formats of uploads.
 */
export function createSharedPictures(convert = convertInProcess): SharedPictures {
  const cache = new LRUCache<string, Uint8Array<ArrayBuffer>>({ max: maxCached })
  const slots = createSharedSlots(conversions)

  const convertShared = singleFlight(async (key: string, client: string, read: () => Promise<Uint8Array>) => {
    const picture = await slots.run(client, async () => convert(await read()))
    cache.set(key, picture)
    return picture
  })
  return async (key, client, read) => cache.get(key) ?? convertShared(key, client, read)
}

const convertInProcess = (picture: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    const { width, height } = sharedPictureSize
    const child = execFile(
      process.execPath,
      [script, String(width), String(height)],
      { encoding: 'buffer', timeout: timeoutMs, maxBuffer: maxBytes },
      (error, output) => (error ? reject(error) : resolve(new Uint8Array(output))),
    )
    // The process may end before it has read everything. Its exit code reports the failure.
    child.stdin?.on('error', () => {})
    child.stdin?.end(picture)
  })
