import { parseAssetId } from '@baseplate/platform/assets/input'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Context, HonoRequest } from 'hono'
import { bytesResponse, fileResponse } from '../file-response.ts'
import type { ScriptAssets } from './script-assets.ts'

/** An asset's file may be replaced or moderated, so caches keep it for minutes only. A pending asset is always revalidated. */
const cachePolicy = { settled: 'public, max-age=300', pending: 'no-cache' } as const

/**
 * Serves an asset's file: docs/reference/client-protocol.md#asset-response.
 *
 * @throws Refused `invalid` without an id; `missing`, `upstream` and `late` as for `AssetFiles`.
 */
export async function serveAsset(
  platform: Pick<Platform, 'assetFiles' | 'log'>,
  scripts: ScriptAssets,
  c: Context<{ Bindings: HttpBindings }>,
): Promise<Response> {
  const assetId = parseAssetId(idOf(c.req))
  if (assetId === undefined) throw new Refused('input.request_invalid')
  const asset = await platform.assetFiles.read(assetId)
  if (asset.script) {
    const { bytes, md5 } = await scripts.sign(assetId, asset)
    return bytesResponse(c, bytes, `"${md5}"`, headersOf(md5, asset.pending))
  }
  const etag = `"${asset.md5}"`
  const headers = headersOf(asset.md5, asset.pending)
  return asset.bytes
    ? bytesResponse(c, asset.bytes, etag, headers)
    : fileResponse(c, { ...asset, etag }, headers, platform.log)
}

/** Returns the `id` parameter. Its name matches in any letter case, because old models contain `?ID=`. */
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
