import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readSmallThumbnail, readThumbnail } from '@baseplate/platform/assets/pictures/thumbnail'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { answerBytes, answerFile } from '../answer-file.ts'

/** What is shown of what has no picture, or none that was approved. */
const placeholder = await readFile(new URL('./placeholder.png', import.meta.url))
const placeholderTag = `"${createHash('md5').update(placeholder).digest('hex')}"`

const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=300' }

/** The picture may be drawn any moment. */
const placeholderHeaders = { ...headers, 'Cache-Control': 'public, max-age=5' }

/** The thumbnail of a place or an asset of this instance. @throws Refused `missing`: nothing here has that id. */
export async function answerThumbnail(
  platform: Pick<Platform, 'db' | 'files' | 'log'>,
  assetId: number,
  c: Context<{ Bindings: HttpBindings }>,
): Promise<Response> {
  const file = await readThumbnail(platform, assetId)
  return file
    ? answerFile(c, file, headers, platform.log)
    : answerBytes(c, placeholder, placeholderTag, placeholderHeaders)
}

/**
 * The small thumbnail that lists show, of an asset. With `v`, its name, browsers keep it for good; other caches do not keep
 * what may be taken out of sight.
 *
 * @throws Refused `missing`: nothing here has that id.
 */
export async function answerSmallThumbnail(
  platform: Pick<Platform, 'db' | 'files' | 'log'>,
  assetId: number,
  c: Context<{ Bindings: HttpBindings }>,
): Promise<Response> {
  const picture = await readSmallThumbnail(platform, assetId)
  if (!picture) return answerBytes(c, placeholder, placeholderTag, placeholderHeaders)
  const kept = c.req.query('v') === picture.name ? 'max-age=31536000, immutable' : 'no-cache'
  const smallHeaders = { 'Content-Type': 'image/webp', 'Cache-Control': `private, ${kept}` }
  return answerFile(c, picture.file, smallHeaders, platform.log)
}
