import type { Picture } from '@baseplate/platform/avatars/door'
import { toPng } from '@baseplate/platform/foundation/images'
import { nearestSize } from '@baseplate/platform/rendering/rules'
import { NotAnImage } from '@baseplate/renderer/image-file'
import { keepConversions } from './conversions.ts'

/** Maximum number of small pictures in memory, of 3 to 60 KB each. */
const maxCached = 500

/** More than any render has. */
const maxPixels = 2048 * 2048

/**
 * Scales a PNG down for a client.
 *
 * @param size parameter of the request: the side length that the client asks for. It gets the nearest of a few, or the picture itself.
 * @param client address that asks.
 * @throws Refused `busy`
 */
export type Resize = (picture: Picture, size: string | undefined, client: string) => Promise<Picture>

export function createResize(): Resize {
  const keep = keepConversions<Picture>(maxCached)
  return async (picture, size, client) => {
    const side = size !== undefined && /^\d{1,4}$/.test(size) ? nearestSize(Number(size)) : undefined
    if (side === undefined) return picture
    const etag = picture.etag.replace(/"$/, `-${side}"`)
    return keep(etag, client, async () => {
      try {
        const { bytes } = await toPng(picture.bytes, { maxPixels, maxSide: side })
        return { bytes: Buffer.from(bytes), etag }
      } catch (error) {
        // An external renderer may send pictures that clients show although the decoder rejects them.
        if (error instanceof NotAnImage) return picture
        throw error
      }
    })
  }
}
