import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import { Refused } from '../../foundation/errors.ts'
import { singleFlight } from '../../foundation/single-flight.ts'
import { sharedPictureSize } from './shared-picture-size.ts'

/** Maximum number of pictures cached in memory, about 80 KB each. Services that preview links fetch a picture a few times. */
const maxCached = 100

/** Maximum number of conversions that run or wait. Further requests are refused. */
const maxWaiting = 8
const timeoutMs = 20_000
const maxBytes = 4_000_000

const script = fileURLToPath(new URL('./shared-picture-process.ts', import.meta.url))

/** Converts pictures for previews of links: JPEG, because the services that show previews do not read AVIF. */
export type SharedPictures = (
  key: string,
  read: () => Promise<Uint8Array>,
) => Promise<Uint8Array<ArrayBuffer>>

/**
 * Makes a converter with a cache. It converts one picture at a time, each in a process of its own, because the site's process
 * decodes only the formats of uploads.
 */
export function createSharedPictures(convert = convertInProcess): SharedPictures {
  const cache = new LRUCache<string, Uint8Array<ArrayBuffer>>({ max: maxCached })
  let previous: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const convertInTurn = singleFlight(async (key: string, read: () => Promise<Uint8Array>) => {
    if (waiting >= maxWaiting) throw new Refused('files.images_busy').retryIn(10)
    waiting++
    const turn = previous.then(async () => convert(await read()))
    previous = turn.catch(() => {})
    try {
      const picture = await turn
      cache.set(key, picture)
      return picture
    } finally {
      waiting--
    }
  })
  return async (key, read) => cache.get(key) ?? convertInTurn(key, read)
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
