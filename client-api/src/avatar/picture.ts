import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Picture } from '@baseplate/platform/avatars/pictures'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { bytesResponse } from '../file-response.ts'

type PictureRequest = Context<{ Bindings: HttpBindings }, '/api/avatar/:username'>

/** `Cache-Control` of pictures: docs/reference/client-protocol.md#avatar-pictures. */
export const caching = {
  version: 'public, max-age=31536000, immutable',
  current: 'public, max-age=0, s-maxage=10, stale-while-revalidate=60',
  awaited: 'no-cache',
} as const

/**
 * Serves the rendered picture of a user: the body shot if the name ends in `-body`, otherwise the head shot.
 *
 * @returns the handler; it throws Refused `missing` `User not found`.
 */
export function pictureHandler(
  { appearances, avatarPictures }: Pick<Platform, 'appearances' | 'avatarPictures'>,
  placeholder: Picture,
) {
  return async (c: PictureRequest): Promise<Response> => {
    const [, name = '', body] = /^(.*?)(-body)?$/s.exec(c.req.param('username')) ?? []
    const userId = await appearances.userIdOf(name)
    const kind = body ? 'body' : 'head'
    const { wait, v: version } = c.req.query()
    const waits = wait !== undefined
    const picture = waits
      ? await avatarPictures.readNext(userId, kind, c.req.raw.signal)
      : await avatarPictures.read(userId, kind)
    const { bytes, etag } = picture ?? placeholder
    const policy = waits ? 'awaited' : picture?.etag === `"${version}"` ? 'version' : 'current'
    return bytesResponse(c, bytes, etag, { 'Content-Type': 'image/png', 'Cache-Control': caching[policy] })
  }
}

/** Reads the placeholder for pictures that do not exist yet. */
export async function readPlaceholder(): Promise<Picture> {
  const bytes = await readFile(new URL('placeholder.png', import.meta.url))
  const hash = createHash('sha256').update(bytes).digest('base64url')
  return { bytes, etag: `"placeholder-${hash.slice(0, 12)}"` }
}
