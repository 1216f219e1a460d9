import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { decode } from './decode.ts'
import type { EncodedPicture } from './drawing.ts'
import { bytesOf, colourOf, type Texture, textureOf } from './texture.ts'

/** Textures, of which those that were read last are kept: what many wear is decoded once. */
export interface Textures {
  /**
   * @param side that a picture has at most, in pixels.
   * @param tint multiplies its colours; sRGB, `#rrggbb`
   * @throws CannotDraw
   */
  read(picture: EncodedPicture, side: number, tint?: string): Promise<Texture>
}

/** @param maxBytes that those which are kept may take. */
export function createTextures(maxBytes: number): Textures {
  /** By the content of their files, whatever asset has it. */
  const kept = new LRUCache<string, Texture>({ maxSize: maxBytes, sizeCalculation: bytesOf })
  return {
    async read(picture, side, tint) {
      const key = `${hash('sha256', picture.bytes, 'base64')} ${side} ${tint ?? ''}`
      const known = kept.get(key)
      if (known) return known
      const pixels = await decode(picture, side)
      const texture = textureOf(pixels, tint === undefined ? undefined : colourOf(tint))
      kept.set(key, texture)
      return texture
    },
  }
}
