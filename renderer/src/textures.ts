import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { decode } from './decode.ts'
import type { EncodedPicture } from './drawing.ts'
import { bytesOf, colourOf, type Texture, textureOf } from './texture.ts'

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
