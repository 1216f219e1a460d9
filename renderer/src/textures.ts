import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { CannotDraw, type EncodedPicture } from './drawing.ts'
import { NotAnImage, toPixels } from './image-file.ts'
import { bytesOf, colourOf, type Pixels, type Texture, textureOf } from './texture.ts'

/** A cache of textures, least recently used first out. Popular items are decoded once. */
export interface Textures {
  /**
   * @param side maximum width and height in pixels
   * @param tint Multiplies the colours. sRGB, `#rrggbb`.
   * @throws CannotDraw
   */
  read(picture: EncodedPicture, side: number, tint?: string): Promise<Texture>
}

/** @param maxBytes memory for cached textures */
export function createTextures(maxBytes: number): Textures {
  /** Keyed by file content, so that assets with the same file share a texture. */
  const cache = new LRUCache<string, Texture>({ maxSize: maxBytes, sizeCalculation: bytesOf })
  return {
    async read(picture, side, tint) {
      const key = `${hash('sha256', picture.bytes, 'base64')} ${side} ${tint ?? ''}`
      const known = cache.get(key)
      if (known) return known
      const pixels = await decode(picture, side)
      const texture = textureOf(pixels, tint === undefined ? undefined : colourOf(tint))
      cache.set(key, texture)
      return texture
    },
  }
}

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
