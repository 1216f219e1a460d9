import type { Picture } from '@baseplate/platform/avatars/pictures'
import { toWebp } from '@baseplate/platform/foundation/images'
import type { Platform } from '@baseplate/platform/platform'
import { NotAnImage } from '@baseplate/renderer/image-file'
import { pictureSize } from '@baseplate/renderer/size'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { answerBytes } from '../answer-file.ts'
import { caching } from './picture.ts'

type FigureRequest = Context<{ Bindings: HttpBindings }, '/api/figure/:username'>

/** Converted pictures in memory, a few kilobytes each. */
const maxKept = 500

interface Figure {
  bytes: Buffer<ArrayBuffer>
  type: 'image/webp' | 'image/png'
}

/**
 * Serves the body shot to pages as WebP, a third of the size of the PNG for clients. Converts each picture once.
 *
 * @returns the handler; it throws Refused `missing` `User not found`.
 */
export function avatarFigure(
  { appearances, avatarPictures }: Pick<Platform, 'appearances' | 'avatarPictures'>,
  placeholder: Picture,
) {
  const kept = new Map<string, Promise<Figure>>()

  /** The least recently used figure is evicted. */
  const figureOf = (picture: Picture): Promise<Figure> => {
    const figure = kept.get(picture.etag) ?? convert(picture)
    kept.delete(picture.etag)
    kept.set(picture.etag, figure)
    if (kept.size > maxKept) kept.delete(kept.keys().next().value ?? '')
    return figure
  }

  return async (c: FigureRequest): Promise<Response> => {
    const userId = await appearances.userIdOf(c.req.param('username'))
    const picture = (await avatarPictures.read(userId, 'body')) ?? placeholder
    const { bytes, type } = await figureOf(picture)
    const etag = picture.etag.replace(/"$/, '-figure"')
    return answerBytes(c, bytes, etag, { 'Content-Type': type, 'Cache-Control': caching.current })
  }
}

async function convert({ bytes }: Picture): Promise<Figure> {
  try {
    return { bytes: Buffer.from(await toWebp(bytes, pictureSize)), type: 'image/webp' }
  } catch (error) {
    // An external renderer may send pictures that our decoder refuses and browsers show.
    if (error instanceof NotAnImage) return { bytes, type: 'image/png' }
    throw error
  }
}
