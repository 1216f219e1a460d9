import { CannotDraw, type EncodedPicture } from './drawing.ts'
import { NotAnImage, toPixels } from './image-file.ts'
import type { Pixels } from './texture.ts'

/** Maximum number of pixels of an uploaded picture. */
const maxPixels = 20_000_000

/**
 * Decodes a picture and scales it down to `side`.
 *
 * @param side maximum width and height in pixels
 * @throws CannotDraw
 */
export async function decode({ name, bytes }: EncodedPicture, side: number): Promise<Pixels> {
  try {
    return await toPixels(bytes, { maxPixels, maxSide: side })
  } catch (error) {
    if (error instanceof NotAnImage)
      throw new CannotDraw(`The picture of ${name} cannot be read: ${error.message}`)
    throw error
  }
}
