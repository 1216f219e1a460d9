import type { Picture } from '@baseplate/platform/avatars/door'
import { toWebp } from '@baseplate/platform/foundation/images'
import type { Platform } from '@baseplate/platform/platform'
import { pictureSize } from '@baseplate/renderer/drawing'
import { NotAnImage } from '@baseplate/renderer/image-file'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { bytesResponse } from '../file-response.ts'
import { clientOf } from '../services.ts'
import { keepConversions } from './conversions.ts'
import { caching } from './picture.ts'

type FigureRequest = Context<{ Bindings: HttpBindings }, '/api/figure/:username'>

/** Maximum number of converted pictures in memory, of a few kilobytes each. */
const maxCached = 500

interface Figure {
  bytes: Buffer<ArrayBuffer>
  type: 'image/webp' | 'image/png'
}

/**
 * Serves the body shot to pages as WebP, a third the size of the PNG that clients get. Converts each picture once.
 *
 * @returns the handler; it throws Refused `missing` `User not found`; `busy`.
 */
export function figureHandler(
  { appearances, avatarPictures }: Pick<Platform, 'appearances' | 'avatarPictures'>,
  placeholder: Picture,
) {
  const keep = keepConversions<Figure>(maxCached)

  return async (c: FigureRequest): Promise<Response> => {
    const userId = await appearances.userIdOf(c.req.param('username'))
    const picture = (await avatarPictures.read(userId, 'body')) ?? placeholder
    const { bytes, type } = await keep(picture.etag, clientOf(c.env.incoming), () => convert(picture))
    const etag = picture.etag.replace(/"$/, '-figure"')
    return bytesResponse(c, bytes, etag, { 'Content-Type': type, 'Cache-Control': caching.current })
  }
}

async function convert({ bytes }: Picture): Promise<Figure> {
  try {
    return { bytes: Buffer.from(await toWebp(bytes, pictureSize)), type: 'image/webp' }
  } catch (error) {
    // An external renderer may send pictures that browsers show although the decoder rejects them.
    if (error instanceof NotAnImage) return { bytes, type: 'image/png' }
    throw error
  }
}
