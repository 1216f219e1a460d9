import type { IncomingMessage } from 'node:http'
import { assetQuery, type ServedFile } from '@baseplate/platform/assets/door'
import { assetNotFound } from '@baseplate/platform/assets/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { bytesReply, bytesResponse, fileResponse } from '../file-response.ts'
import { queryOf } from '../query.ts'
import type { Reply } from '../replies.ts'
import { clientOf } from '../services.ts'
import type { ScriptAssets, SignedAsset } from './script-assets.ts'

type FileContext = Context<{ Bindings: HttpBindings }>

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
  c: FileContext,
): Promise<Response> {
  const asked = queryOf(c.req, assetQuery) ?? versionOf(c.req)
  if (!asked) throw new Refused('input.request_invalid')
  const { content, etag, headers } = await read(platform, scripts, asked.id, c.env.incoming)
  return content.bytes
    ? bytesResponse(c, content.bytes, etag, headers)
    : fileResponse(c, { ...content, etag }, headers, platform.log)
}

/**
 * Returns the asset that a query names by a version. An asset has one version, whose id is the asset's.
 *
 * @throws Refused `missing`: the query has a hash, by which no file is found.
 */
function versionOf(request: FileContext['req']): { id: number } | undefined {
  const asked = assetQuery.safeParse({ id: request.query('assetversionid') }).data
  if (!asked && request.query('hash') !== undefined) throw assetNotFound()
  return asked
}

/** Returns an asset's file that is in memory, as `serveAsset` does. Returns undefined for a large file. */
export async function smallAsset(
  platform: Pick<Platform, 'assetFiles'>,
  scripts: ScriptAssets,
  assetId: number,
  request: IncomingMessage,
): Promise<Reply | undefined> {
  const { content, etag, headers } = await read(platform, scripts, assetId, request)
  if (content.bytes) return bytesReply(request, content.bytes, etag, headers)
  await content.close()
  return undefined
}

async function read(
  { assetFiles }: Pick<Platform, 'assetFiles'>,
  scripts: ScriptAssets,
  assetId: number,
  request: IncomingMessage,
): Promise<{ content: SignedAsset | ServedFile; etag: string; headers: Record<string, string> }> {
  const asset = await assetFiles.read(assetId, clientOf(request))
  const content = asset.script ? await scripts.sign(assetId, asset) : asset
  const { md5 } = content
  return { content, etag: `"${md5}"`, headers: headersOf(md5, asset.pending) }
}

const headersOf = (md5: string, pending: boolean) => ({
  'Content-Type': 'binary/octet-stream',
  'Content-Disposition': `attachment; filename="${md5}"`,
  'Cache-Control': pending ? cachePolicy.pending : cachePolicy.settled,
})
