/** Linear light, by 8-bit sRGB. */
const linearOf = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

/** A colour in linear light, each from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number]

/** @param hex sRGB, `#rrggbb` */
export function colourOf(hex: string): Colour {
  const channel = (at: number) => linearOf[Number.parseInt(hex.slice(at, at + 2), 16)] ?? 0
  return [channel(1), channel(3), channel(5)]
}

/** 8-bit sRGB, by 4,096 steps of linear light. */
const encodedOf = Uint8Array.from({ length: 4097 }, (_, step) => {
  const share = step / 4096
  return Math.round(255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055))
})

/** @param light linear, from 0 */
export const encode = (light: number): number => encodedOf[Math.min(4096, Math.round(light * 4096))] ?? 255

/** Decoded pixels, row by row from the top: 8-bit sRGB and alpha. */
export interface Pixels {
  width: number
  height: number
  rgba: Uint8Array
}

interface Level {
  width: number
  height: number
  /** Linear light, multiplied by alpha; alpha. */
  texels: Float32Array
}

/** A picture to draw with: itself, and each half as large as the one before it. */
export interface Texture {
  width: number
  height: number
  levels: readonly Level[]
}

export function textureOf({ width, height, rgba }: Pixels): Texture {
  const texels = new Float32Array(width * height * 4)
  for (let at = 0; at < texels.length; at += 4) {
    const alpha = (rgba[at + 3] ?? 0) / 255
    if (alpha === 0) continue
    for (let channel = 0; channel < 3; channel++) {
      texels[at + channel] = (linearOf[rgba[at + channel] ?? 0] ?? 0) * alpha
    }
    texels[at + 3] = alpha
  }
  let level: Level = { width, height, texels }
  const levels = [level]
  while (level.width > 8 && level.height > 8) {
    level = halved(level)
    levels.push(level)
  }
  return { width, height, levels }
}

function halved({ width, height, texels }: Level): Level {
  const [halfWidth, halfHeight] = [width >> 1, height >> 1]
  const half = new Float32Array(halfWidth * halfHeight * 4)
  const row = width * 4
  for (let y = 0; y < halfHeight; y++) {
    for (let x = 0; x < halfWidth * 4; x++) {
      const from = y * 2 * row + (x >> 2) * 8 + (x & 3)
      const sum =
        (texels[from] ?? 0) +
        (texels[from + 4] ?? 0) +
        (texels[from + row] ?? 0) +
        (texels[from + row + 4] ?? 0)
      half[y * halfWidth * 4 + x] = sum / 4
    }
  }
  return { width: halfWidth, height: halfHeight, texels: half }
}

/** A part of a picture, in its own pixels. */
export interface Region {
  x: number
  y: number
  width: number
  height: number
}

/** What a side of a part is covered with. */
export interface Layer<Picture = Texture> {
  texture: Picture
  /** In pixels of the texture. */
  region: Region
}

/**
 * Covers a colour with a layer at one point, in place.
 *
 * @param u, v where in the region, from 0 to 1
 * @param perPixel how much of the region's area is in a pixel of the picture that is drawn
 */
export function cover(
  colour: Float32Array,
  { texture, region }: Layer,
  u: number,
  v: number,
  perPixel: number,
): void {
  // A picture that is drawn smaller than it is would flicker from texel to texel: a level as coarse as that is read.
  const texelsInPixel = perPixel * region.width * region.height
  const coarse = Math.max(0, Math.floor(0.5 * Math.log2(texelsInPixel) + 0.25))
  const index = Math.min(coarse, texture.levels.length - 1)
  const level = texture.levels[index]
  if (!level) return
  const factor = 1 / 2 ** index
  // Half a texel inside: what is beside the region is another part's.
  const x =
    clamp((region.x + u * region.width) * factor, region.x * factor, (region.x + region.width) * factor) - 0.5
  const y =
    clamp((region.y + v * region.height) * factor, region.y * factor, (region.y + region.height) * factor) -
    0.5
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [dx, dy] = [x - left, y - top]
  const x0 = Math.max(left, 0)
  const x1 = Math.min(left + 1, level.width - 1)
  const row0 = Math.max(top, 0) * level.width
  const row1 = Math.min(top + 1, level.height - 1) * level.width
  const { texels } = level
  const w00 = (1 - dx) * (1 - dy)
  const w10 = dx * (1 - dy)
  const w01 = (1 - dx) * dy
  const w11 = dx * dy
  const a = (row0 + x0) * 4
  const b = (row0 + x1) * 4
  const c = (row1 + x0) * 4
  const d = (row1 + x1) * 4
  const alpha =
    (texels[a + 3] ?? 0) * w00 +
    (texels[b + 3] ?? 0) * w10 +
    (texels[c + 3] ?? 0) * w01 +
    (texels[d + 3] ?? 0) * w11
  if (alpha === 0) return
  for (let channel = 0; channel < 3; channel++) {
    const light =
      (texels[a + channel] ?? 0) * w00 +
      (texels[b + channel] ?? 0) * w10 +
      (texels[c + channel] ?? 0) * w01 +
      (texels[d + channel] ?? 0) * w11
    colour[channel] = light + (colour[channel] ?? 0) * (1 - alpha)
  }
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low + 0.5), high - 0.5)
