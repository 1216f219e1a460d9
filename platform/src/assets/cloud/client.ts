import { z } from 'zod'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import { type Files, TooLarge } from '../../foundation/files.ts'
import type { Logger } from '../../foundation/log.ts'
import { singleFlight } from '../../foundation/single-flight.ts'
import { type AssetCache, cachedAssetName, createAssetCache } from './cache.ts'
import { ask, download, openConnections, openPublicConnections } from './download.ts'
import { CloudFault } from './fault.ts'

/** Answers of the cloud's interfaces are small. */
const maxAnswerBytes = 64 * 1024

/** Whoever else has assets, and is asked for those that are not here. */
export interface AssetCloud {
  /**
   * Brings the asset's file to `asset-cache/{id}`, whole or not at all. Those who ask for one asset at once share a fetch.
   *
   * @throws Refused `missing`: the cloud has none, or there is no cloud; `upstream`, `late`: it failed.
   */
  fetchAsset(assetId: number): Promise<void>
  /**
   * The address of the asset's thumbnail.
   *
   * @param size `WxH` in pixels.
   * @throws Refused `invalid`: it has none; `upstream`, `late`.
   */
  askThumbnail(assetId: number, size: string): Promise<string>
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

  const fetchFile = async (assetId: number, signal: AbortSignal) => {
    const url = new URL(`${config.URL?.replace(/\/+$/, '')}/${assetId}`)
    const answer = await askJson(url, signal, config.Key ? { 'X-API-Key': config.Key } : {})
    if (isGone(answer.status)) throw noAsset()
    const { data } = located.safeParse(answer.json)
    if (answer.status !== 200) throw new CloudFault(`answered ${answer.status}`)
    if (!data) throw new CloudFault('answered what is not understood')
    const file = await download(new URL(data.location), named, signal)
    if (file.status !== 200) {
      file.body.destroy()
      throw isGone(file.status) ? noAsset() : new CloudFault(`answered ${file.status} for the file`)
    }
    const bytes = someOf(faultsOf(file.body, signal))
    await files.write(cachedAssetName(assetId), bytes, config.MaxBytes)
  }

  const askJson = async (url: URL, signal: AbortSignal, headers: Record<string, string> = {}) => {
    const response = await ask(url, trusted, signal, { Accept: 'application/json', ...headers })
    const parts: Buffer[] = []
    let size = 0
    for await (const part of faultsOf(response, signal)) {
      size += part.length
      if (size > maxAnswerBytes) throw new CloudFault('answered too much')
      parts.push(part)
    }
    return { status: response.statusCode ?? 0, json: parsed(Buffer.concat(parts).toString()) }
  }

  /** Runs within the time that there is, and turns what goes wrong outside into refusals. */
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
    within({ asset: assetId }, (signal) => fetchFile(assetId, signal)),
  )

  return {
    async fetchAsset(assetId) {
      if (!config.URL) throw noAsset()
      await fetchShared(assetId)
    },

    async askThumbnail(assetId, size) {
      if (!config.ThumbnailURL) throw noThumbnail()
      const url = new URL(config.ThumbnailURL)
      const query = {
        assetIds: String(assetId),
        size,
        format: 'Png',
        returnPolicy: 'Placeholder',
        isCircular: 'false',
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      const { status, json } = await within({ thumbnail: assetId }, async (signal) => {
        const answer = await askJson(url, signal)
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

const isGone = (status: number) => status === 404 || status === 410

const noAsset = () => new Refused('missing', 'Asset not found')
const noThumbnail = () => new Refused('invalid', 'Invalid asset')

function refusalOf(error: unknown, late: boolean): unknown {
  if (error instanceof Refused) return error
  if (late) return new Refused('late', 'The asset cloud did not answer in time')
  if (error instanceof TooLarge) return new Refused('upstream', 'The asset cloud sent too large a file')
  if (error instanceof CloudFault) return new Refused('upstream', `The asset cloud ${error.message}`)
  return error
}

/** Tells errors of those who send from our own disk's. */
async function* faultsOf(source: AsyncIterable<Buffer>, signal: AbortSignal): AsyncIterable<Buffer> {
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

/** Kept, an answer that was empty by mistake would be empty for good. */
async function* someOf(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let empty = true
  for await (const chunk of source) {
    empty = false
    yield chunk
  }
  if (empty) throw new CloudFault('sent an empty file')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
