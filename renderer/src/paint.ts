import { type Colour, compositeBehind, encode, type Layer, type Pixels, type Region } from './texture.ts'

/** Colour and textures of a side of a part. */
export interface Paint {
  colour: Colour
  /** Opacity of the colour from 0 to 1. */
  opacity: number
  /** Textures, the lowest first. */
  layers: readonly Layer[]
}

/** Linear light premultiplied by alpha, then alpha. Reused, because a skin has a hundred thousand pixels. */
const pixel = new Float32Array(4)

/** Paints a region, which the paint fills, without light. */
export function paintRegion(to: Pixels, region: Region, { colour, opacity, layers }: Paint): void {
  const { width, height } = region
  const coordinates = {
    u: new Float32Array(1),
    v: new Float32Array(1),
    perPixel: new Float32Array([1 / (width * height)]),
  }
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      coordinates.u[0] = (column + 0.5) / width
      coordinates.v[0] = (row + 0.5) / height
      pixel.fill(0)
      for (let index = layers.length - 1; index >= 0; index--) {
        const layer = layers[index]
        if (layer) compositeBehind(pixel, layer, coordinates, 0)
      }
      const below = (1 - (pixel[3] ?? 0)) * opacity
      const alpha = (pixel[3] ?? 0) + below
      if (alpha === 0) continue
      const at = ((region.y + row) * to.width + region.x + column) * 4
      for (const channel of [0, 1, 2] as const)
        to.rgba[at + channel] = encode(((pixel[channel] ?? 0) + colour[channel] * below) / alpha)
      to.rgba[at + 3] = Math.round(255 * alpha)
    }
  }
}
