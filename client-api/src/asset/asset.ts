import { parseAssetId } from '@baseplate/platform/assets/input'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Context, HonoRequest } from 'hono'
import { answerBytes, answerFile } from '../answer-file.ts'
import type { ScriptAssets } from './script-assets.ts'

/**
 * What the id means may change: a file is replaced, an asset moderated. Caches on the way keep it for minutes, and ask
 * again by its hash; one that waits for approval is asked for every time.
 */
const cachePolicy = { settled: 'public, max-age=300', pending: 'no-cache' } as const

/**
 * An asset's file, whole or the part that `Range` asks for.
 *
 * @throws Refused `invalid` without an id; `missing`, `upstream`, `late`: see `AssetFiles`.
 */
export async function answerAsset(
  platform: Pick<Platform, 'assetFiles' | 'log'>,
  scripts: ScriptAssets,
  c: Context<{ Bindings: HttpBindings }>,
): Promise<Response> {
  const assetId = parseAssetId(idOf(c.req))
  if (assetId === undefined) throw new Refused('invalid', 'Invalid Request')
  const asset = await platform.assetFiles.read(assetId)
  if (asset.script) {
    const { bytes, md5 } = await scripts.sign(assetId, asset)
    return answerBytes(c, bytes, `"${md5}"`, headersOf(md5, asset.pending))
  }
  const etag = `"${asset.md5}"`
  const headers = headersOf(asset.md5, asset.pending)
  return asset.bytes
    ? answerBytes(c, asset.bytes, etag, headers)
    : answerFile(c, { ...asset, etag }, headers, platform.log)
}

/** Names of query parameters had no case where these addresses come from: `?ID=` is in many an old model. */
function idOf(request: HonoRequest): string | undefined {
  const id = request.query('id')
  if (id !== undefined) return id
  return Object.entries(request.query()).find(([name]) => name.toLowerCase() === 'id')?.[1]
}

const headersOf = (md5: string, pending: boolean) => ({
  'Content-Type': 'binary/octet-stream',
  'Content-Disposition': `attachment; filename="${md5}"`,
  'Cache-Control': pending ? cachePolicy.pending : cachePolicy.settled,
})
