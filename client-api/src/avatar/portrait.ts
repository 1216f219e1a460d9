import { createHash } from 'node:crypto'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { bytesResponse } from '../file-response.ts'
import { textResponse } from '../replies.ts'
import { caching } from './picture.ts'

type PortraitRequest = Context<{ Bindings: HttpBindings }, '/api/portrait/:username'>

/**
 * Serves the small head shot that lists show. Caches keep it permanently under its name `v`.
 *
 * @throws Refused `missing` `User not found`
 */
export async function servePortrait(
  { appearances, avatarPictures }: Pick<Platform, 'appearances' | 'avatarPictures'>,
  c: PortraitRequest,
): Promise<Response> {
  const userId = await appearances.userIdOf(c.req.param('username'))
  const picture = await avatarPictures.read(userId, 'portrait')
  if (!picture) return textResponse('Not found', 404)
  const { bytes, etag } = picture
  const isVersion = isNameOf(bytes, c.req.query('v'))
  return bytesResponse(c, bytes, etag, {
    'Content-Type': 'image/webp',
    'Cache-Control': isVersion ? caching.version : caching.current,
  })
}

/** A portrait's name is the beginning of its hash. */
const isNameOf = (bytes: Buffer, name = '') =>
  name.length >= 16 && createHash('sha256').update(bytes).digest('hex').startsWith(name)
