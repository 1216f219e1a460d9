import { z } from 'zod'
import type { Config } from '../../foundation/config/schema.ts'
import { type Connections, openConnections, openPublicConnections } from '../../foundation/connections.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Files } from '../../foundation/files.ts'
import type { Logger } from '../../foundation/log.ts'
import { TooLarge } from '../../foundation/received-file.ts'
import { singleFlight } from '../../foundation/single-flight.ts'
import { assetNotFound } from '../rules.ts'
import { type AssetCache, cachedAssetName, createAssetCache } from './cache.ts'
import { ask, CloudFault, download } from './download.ts'

/** Maximum size of a JSON response. */
const maxJsonBytes = 64 * 1024

/** Another service with assets, for ids that this instance does not have. */
export interface AssetCloud {
  /**
   * Fetches an asset's file to `asset-cache/{id}`. Concurrent calls for one asset share a fetch.
   *
   * @throws Refused `missing`: the cloud has no such asset, or no cloud is configured; `upstream`, `late`: the cloud failed.
   */
  fetchAsset(assetId: number): Promise<void>
  /**
   * Requests the address of an asset's thumbnail.
   *
   * @param size `WxH` in pixels.
   * @throws Refused `invalid`: the asset has none; `upstream`, `late`.
   */
  requestThumbnail(assetId: number, size: string): Promise<string>
  cache: AssetCache
  close(): void
}

const located = z.object({ location: z.url({ protocol: /^https?$/ }) })
const pictured = z.object({ data: z.array(z.object({ imageUrl: z.url({ protocol: /^https?$/ }) })).min(1) })

export function createAssetCloud(
  { AssetCloud: config }: Pick<Config, 'AssetCloud'>,
  files: Files,
  log: Logger,
): AssetCloud {
  const trusted = openConnections()
  const named = config.AllowPrivateNetwork ? openConnections() : openPublicConnections()

  /** Runs a request within the configured time, and converts failures of the cloud into refusals. */
  const within = async <T>(about: object, run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const signal = AbortSignal.timeout(config.TimeoutSeconds * 1000)
    try {
      return await run(signal)
    } catch (error) {
      const refusal = refusalOf(error, signal.aborted)
      if (refusal !== error) {
        const { message, cause } = error as Error
        log.warn({ ...about, error: message, cause }, 'the asset cloud failed')
      }
      throw refusal
    }
  }

  const fetchShared = singleFlight((assetId: number) =>
    within({ asset: assetId }, async (signal) => {
      const location = await locate(config, trusted, assetId, signal)
      const bytes = await openFile(location, named, signal)
      await files.write(cachedAssetName(assetId), bytes, config.MaxBytes)
    }),
  )

  return {
    async fetchAsset(assetId) {
      if (!config.URL) throw assetNotFound()
      await fetchShared(assetId)
    },

    async requestThumbnail(assetId, size) {
      if (!config.ThumbnailURL) throw noThumbnail()
      const url = thumbnailQuery(config.ThumbnailURL, assetId, size)
      const { status, json } = await within({ thumbnail: assetId }, async (signal) => {
        const answer = await askJson(url, trusted, signal)
        if (answer.status >= 500 || answer.status === 429) throw new CloudFault(`answered ${answer.status}`)
        return answer
      })
      const imageUrl = pictured.safeParse(json).data?.data[0]?.imageUrl
      if (status !== 200 || imageUrl === undefined) throw noThumbnail()
      return imageUrl
    },

    cache: createAssetCache({ files, log, maxBytes: config.CacheBytes }),

    close() {
      trusted.close()
      named.close()
    },
  }
}

/** Asks the cloud for the address of an asset's file. */
async function locate(
  { URL: cloudUrl, Key }: Config['AssetCloud'],
  through: Connections,
  assetId: number,
  signal: AbortSignal,
): Promise<URL> {
  const url = new URL(`${cloudUrl?.replace(/\/+$/, '')}/${assetId}`)
  const { status, json } = await askJson(url, through, signal, Key ? { 'X-API-Key': Key } : {})
  if (isGone(status)) throw assetNotFound()
  if (status !== 200) throw new CloudFault(`answered ${status}`)
  const { data } = located.safeParse(json)
  if (!data) throw new CloudFault('sent an invalid response')
  return new URL(data.location)
}

async function openFile(
  location: URL,
  through: Connections,
  signal: AbortSignal,
): Promise<AsyncIterable<Buffer>> {
  const { status, body } = await download(location, through, signal)
  if (status === 200) return refuseEmpty(asCloudFaults(body, signal))
  body.destroy()
  throw isGone(status) ? assetNotFound() : new CloudFault(`answered ${status} for the file`)
}

function thumbnailQuery(address: string, assetId: number, size: string): URL {
  const url = new URL(address)
  const query = {
    assetIds: String(assetId),
    size,
    format: 'Png',
    returnPolicy: 'Placeholder',
    isCircular: 'false',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

async function askJson(
  url: URL,
  through: Connections,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<{ status: number; json: unknown }> {
  const response = await ask(url, through, signal, { Accept: 'application/json', ...headers })
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of asCloudFaults(response, signal)) {
    size += chunk.length
    if (size > maxJsonBytes) throw new CloudFault('sent a response that is too large')
    chunks.push(chunk)
  }
  return { status: response.statusCode ?? 0, json: parseJson(Buffer.concat(chunks).toString()) }
}

const isGone = (status: number) => status === 404 || status === 410

const noThumbnail = () => new Refused('assets.thumbnail_invalid')

function refusalOf(error: unknown, late: boolean): unknown {
  if (error instanceof Refused) return error
  if (late) return new Refused('cloud.late')
  if (error instanceof TooLarge) return new Refused('cloud.file_too_large')
  if (error instanceof CloudFault) return new Refused('cloud.failed', { fault: error.message })
  return error
}

/** Marks errors of the sender, so that they differ from errors of the local disk. */
async function* asCloudFaults(source: AsyncIterable<Buffer>, signal: AbortSignal): AsyncIterable<Buffer> {
  try {
    for await (const chunk of source) {
      signal.throwIfAborted()
      yield chunk
    }
  } catch (error) {
    if (signal.aborted || error instanceof CloudFault) throw error
    throw new CloudFault('broke off', { cause: (error as Error).message })
  }
}

/** Refuses an empty file, which would otherwise stay in the cache after a single failure of the cloud. */
async function* refuseEmpty(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let empty = true
  for await (const chunk of source) {
    empty = false
    yield chunk
  }
  if (empty) throw new CloudFault('sent an empty file')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
