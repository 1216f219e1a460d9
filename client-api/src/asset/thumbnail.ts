import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { readSmallThumbnail, readThumbnail } from '@baseplate/platform/assets/door'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Resize } from '../avatar/resize.ts'
import { bytesResponse, fileResponse } from '../file-response.ts'
import { clientOf } from '../services.ts'

/** Served for assets and places without a picture, or without an approved one. */
const placeholder = await readFile(new URL('./placeholder.png', import.meta.url))
const placeholderTag = `"${createHash('md5').update(placeholder).digest('hex')}"`

const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=300' }

/** The picture may be rendered at any moment. */
const placeholderHeaders = { ...headers, 'Cache-Control': 'public, max-age=5' }

/** Serves the thumbnail of a place or an asset. @throws Refused `missing`: no place or asset of this platform has the id. */
export async function serveThumbnail(
  platform: Pick<Platform, 'db' | 'files' | 'log'>,
  assetId: number,
  resize: Resize,
  c: Context<{ Bindings: HttpBindings }>,
): Promise<Response> {
  const file = await readThumbnail(platform, assetId)
  const size = c.req.query('size')
  if (file && size === undefined) return fileResponse(c, file, headers, platform.log)
  const picture = file
    ? { bytes: Buffer.from(await buffer(file.stream())), etag: file.etag }
    : { bytes: placeholder, etag: placeholderTag }
  const { bytes, etag } = await resize(picture, size, clientOf(c.env.incoming))
  return bytesResponse(c, bytes, etag, file ? headers : placeholderHeaders)
}

/**
 * Serves the small thumbnail of an asset. Browsers cache it permanently under its name `v`. Shared caches must not, because the
 * asset may be moderated.
 *
 * @throws Refused `missing`: no asset of this platform has the id.
 */
export async function serveSmallThumbnail(
  platform: Pick<Platform, 'db' | 'files' | 'log'>,
  assetId: number,
  c: Context<{ Bindings: HttpBindings }>,
): Promise<Response> {
  const picture = await readSmallThumbnail(platform, assetId)
  if (!picture) return bytesResponse(c, placeholder, placeholderTag, placeholderHeaders)
  const lifetime = c.req.query('v') === picture.name ? 'max-age=31536000, immutable' : 'no-cache'
  const smallHeaders = { 'Content-Type': 'image/webp', 'Cache-Control': `private, ${lifetime}` }
  return fileResponse(c, picture.file, smallHeaders, platform.log)
}
