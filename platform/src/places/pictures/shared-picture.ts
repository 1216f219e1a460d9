import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import { Refused } from '../../foundation/errors.ts'
import { singleFlight } from '../../foundation/single-flight.ts'
import { sharedPictureSize } from './shared-picture-size.ts'

/** Pictures cached in memory, of about 80 KB each. Services that preview links fetch a picture a few times. */
const maxCached = 100

/** Conversions that run or wait. Further requests are refused. */
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
 * Makes a converter with a cache. The site's own process refuses to decode formats other than those of uploads, so each
 * picture is converted in a process of its own, one at a time.
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
    // The process may end before it has read everything. Its exit code tells.
    child.stdin?.on('error', () => {})
    child.stdin?.end(picture)
  })
