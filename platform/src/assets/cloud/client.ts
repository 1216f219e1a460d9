import type { Logger } from '@baseplate/service/log'
import {
  type Connections,
  openConnections,
  openPublicConnections,
} from '@baseplate/service/network/connections'
import type { Files } from '@baseplate/storage/files'
import { TooLarge } from '@baseplate/storage/received-file'
import { z } from 'zod'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseJson } from '../../foundation/json.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { assetNotFound } from '../rules.ts'
import { createCloudAdmission, createTurns } from './admission.ts'
import { type AssetCache, cachedAssetName, createAssetCache } from './cache.ts'
import { ask, CloudFault, download } from './download.ts'

/** Maximum size of a JSON response. */
const maxJsonBytes = 64 * 1024

/** Another service with assets, for ids that this instance does not have. */
export interface AssetCloud {
  /**
   * Fetches an asset's file to `asset-cache/{id}`. Concurrent calls for one asset share a fetch.
   *
   * @param client address that causes the fetch; undefined for the platform itself.
   * @throws Refused `missing`: the cloud has no such asset, or no cloud is configured; `upstream`, `late`: the cloud failed;
   * `limited`, `busy`: too many fetches.
   */
  fetchAsset(assetId: number, client?: string): Promise<void>
  /**
   * Requests the address of an asset's thumbnail.
   *
   * @param size `WxH` in pixels.
   * @throws Refused `invalid`: the asset has none; `upstream`, `late`; `limited`, `busy`.
   */
  requestThumbnail(assetId: number, size: string, client?: string): Promise<string>
  cache: AssetCache
  close(): void
}

const located = z.object({ location: z.url({ protocol: /^https?$/ }) })
const pictured = z.object({ data: z.array(z.object({ imageUrl: z.url({ protocol: /^https?$/ }) })).min(1) })

export function createAssetCloud({
  config: { AssetCloud: config },
  files,
  log,
  limitCounts,
}: {
  config: Pick<Config, 'AssetCloud'>
  files: Files
  log: Logger
  limitCounts: LimitCounts
}): AssetCloud {
  const cache = createAssetCache({ files, log, maxBytes: config.CacheBytes })
  const admission = createCloudAdmission(
    limitCounts,
    ({ reason, problem: { code } }) => reason === 'missing' || code === noThumbnailCode,
  )
  const trusted = openConnections()
  const named = config.AllowPrivateNetwork ? openConnections() : openPublicConnections()

  const timeoutMs = config.TimeoutSeconds * 1000
  const within = createDeadline(timeoutMs, log)

  const downloads = createDownloads((assetId) =>
    within({ asset: assetId }, async (signal) => {
      const location = await locate(config, trusted, assetId, signal)
      const bytes = await openFile(location, named, signal)
      const { size } = await files.write(cachedAssetName(assetId), bytes, config.MaxBytes)
      cache.add(size)
    }),
  )
  const inTurn = createTurns(admission, timeoutMs)

  return {
    async fetchAsset(assetId, client) {
      if (!config.URL) throw assetNotFound()
      // A client does not wait for the turn of another one, only for a download that has begun.
      await (downloads.running(assetId) ??
        inTurn(`file ${assetId}`, client, async () => {
          if (!(await files.exists(cachedAssetName(assetId)))) await downloads.start(assetId)
        }))
    },

    async requestThumbnail(assetId, size, client) {
      const { ThumbnailURL } = config
      if (!ThumbnailURL) throw noThumbnail()
      const url = thumbnailQuery(ThumbnailURL, assetId, size)
      return inTurn(`thumbnail ${assetId} ${size}`, client, () =>
        within({ thumbnail: assetId }, (signal) => locateThumbnail(url, trusted, signal)),
      )
    },

    cache,

    close() {
      trusted.close()
      named.close()
    },
  }
}

/** Shares the download of an asset between concurrent callers. */
function createDownloads(download: (assetId: number) => Promise<void>) {
  const running = new Map<number, Promise<void>>()
  return {
    running: (assetId: number) => running.get(assetId),
    /** Starts a download, or joins the one that runs. */
    start(assetId: number): Promise<void> {
      const shared = running.get(assetId)
      if (shared) return shared
      const started = download(assetId).finally(() => running.delete(assetId))
      running.set(assetId, started)
      return started
    },
  }
}

/** Returns a function that runs a request within a time, and converts failures of the cloud into refusals. */
const createDeadline =
  (ms: number, log: Logger) =>
  async <T>(about: object, run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const signal = AbortSignal.timeout(ms)
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

/** Asks the service for the address of a thumbnail. */
async function locateThumbnail(url: URL, through: Connections, signal: AbortSignal): Promise<string> {
  const { status, json } = await askJson(url, through, signal)
  if (status >= 500 || status === 429) throw new CloudFault(`answered ${status}`)
  const imageUrl = pictured.safeParse(json).data?.data[0]?.imageUrl
  if (status !== 200 || imageUrl === undefined) throw noThumbnail()
  return imageUrl
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

const noThumbnailCode = 'assets.thumbnail_invalid'
const noThumbnail = () => new Refused(noThumbnailCode)

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
