import { CannotDraw, type EncodedPicture } from './drawing.ts'
import { NotAnImage, toPixels } from './image-file.ts'
import type { Pixels } from './texture.ts'

/** What somebody uploaded may have this many pixels, and is made as small as it can be seen. */
const maxPixels = 20_000_000

/** @param side that a picture has at most, in pixels. @throws CannotDraw */
export async function decode({ name, bytes }: EncodedPicture, side: number): Promise<Pixels> {
  try {
    return await toPixels(bytes, { maxPixels, maxSide: side })
  } catch (error) {
    if (error instanceof NotAnImage)
      throw new CannotDraw(`The picture of ${name} cannot be read: ${error.message}`)
    throw error
  }
}
