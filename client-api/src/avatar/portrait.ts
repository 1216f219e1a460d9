import { createHash } from 'node:crypto'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { answerText } from '../answer.ts'
import { answerBytes } from '../answer-file.ts'
import { caching } from './picture.ts'

type PortraitRequest = Context<{ Bindings: HttpBindings }, '/api/portrait/:username'>

/**
 * The small head shot that lists show. With `v`, its name, it is kept for good.
 *
 * @throws Refused `missing` `User not found`
 */
export async function portrait(
  { appearances, avatarPictures }: Pick<Platform, 'appearances' | 'avatarPictures'>,
  c: PortraitRequest,
): Promise<Response> {
  const userId = await appearances.userIdOf(c.req.param('username'))
  const picture = await avatarPictures.read(userId, 'portrait')
  if (!picture) return answerText('Not found', 404)
  const { bytes, etag } = picture
  const named = isNamed(bytes, c.req.query('v'))
  return answerBytes(c, bytes, etag, {
    'Content-Type': 'image/webp',
    'Cache-Control': named ? caching.version : caching.current,
  })
}

/** A file is named by the beginning of its hash. */
const isNamed = (bytes: Buffer, name = '') =>
  name.length >= 16 && createHash('sha256').update(bytes).digest('hex').startsWith(name)
