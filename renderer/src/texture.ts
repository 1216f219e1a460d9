/** Lookup table from 8-bit sRGB to linear light. */
const linearOf = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

/** A colour in linear light, 0 to 1 per channel. */
export type Colour = readonly [red: number, green: number, blue: number]

/** @param hex sRGB, `#rrggbb` */
export function colourOf(hex: string): Colour {
  const channel = (at: number) => linearOf[Number.parseInt(hex.slice(at, at + 2), 16)] ?? 0
  return [channel(1), channel(3), channel(5)]
}

/** Lookup table from linear light in 4,096 steps to 8-bit sRGB. */
const encodedOf = Uint8Array.from({ length: 4097 }, (_, step) => {
  const share = step / 4096
  return Math.round(255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055))
})

/** @param light linear, from 0 */
export const encode = (light: number): number =>
  light < 1 ? (encodedOf[(light * 4096 + 0.5) | 0] ?? 0) : 255

/** Decoded pixels in rows from the top: 8-bit sRGB with alpha. */
export interface Pixels {
  width: number
  height: number
  rgba: Uint8Array
}

/** A picture with its mip levels. */
export interface Texture {
  width: number
  height: number
  /** Mip levels, each half the size of the previous one. Created on first use. */
  mipLevels: [Pixels, ...Pixels[]]
  isOpaque?: boolean
}

/** Length in pixels: a mip level with a side this short, or shorter, is the last one. */
const minMipSide = 8

/** @param tint multiplies the colours */
export function textureOf(pixels: Pixels, tint?: Colour): Texture {
  const { width, height } = pixels
  return { width, height, mipLevels: [tint ? tinted(pixels, tint) : pixels] }
}

/** Returns the maximum size of a texture in bytes with all mip levels. */
export const bytesOf = ({ width, height }: Texture): number => Math.ceil((width * height * 4 * 4) / 3)

/** Whether no pixel is transparent. */
export function isOpaque(texture: Texture): boolean {
  texture.isOpaque ??= texture.mipLevels[0].rgba.every((value, at) => (at & 3) !== 3 || value === 255)
  return texture.isOpaque
}

function tinted({ width, height, rgba }: Pixels, tint: Colour): Pixels {
  const by = tint.map((share) => Uint8Array.from(linearOf, (light) => encode(light * share)))
  return { width, height, rgba: rgba.map((value, at) => by[at & 3]?.[value] ?? value) }
}

/** Returns a mip level, or the smallest one if there are fewer. */
function mipLevel({ mipLevels }: Texture, index: number): Pixels {
  let last = mipLevels[Math.min(index, mipLevels.length - 1)] ?? mipLevels[0]
  while (mipLevels.length <= index && last.width > minMipSide && last.height > minMipSide) {
    last = halved(last)
    mipLevels.push(last)
  }
  return last
}

function halved({ width, height, rgba }: Pixels): Pixels {
  const [halfWidth, halfHeight] = [width >> 1, height >> 1]
  const half = new Uint8Array(halfWidth * halfHeight * 4)
  const row = width * 4
  for (let y = 0, to = 0; y < halfHeight; y++) {
    for (let x = 0; x < halfWidth; x++, to += 4) {
      const from = y * 2 * row + x * 8
      const [a, b, c, d] = [from, from + 4, from + row, from + row + 4]
      const ofA = rgba[a + 3] ?? 0
      const ofB = rgba[b + 3] ?? 0
      const ofC = rgba[c + 3] ?? 0
      const ofD = rgba[d + 3] ?? 0
      const alpha = ofA + ofB + ofC + ofD
      if (alpha === 0) continue
      for (let channel = 0; channel < 3; channel++) {
        const light =
          ofA * (linearOf[rgba[a + channel] ?? 0] ?? 0) +
          ofB * (linearOf[rgba[b + channel] ?? 0] ?? 0) +
          ofC * (linearOf[rgba[c + channel] ?? 0] ?? 0) +
          ofD * (linearOf[rgba[d + channel] ?? 0] ?? 0)
        half[to + channel] = encode(light / alpha)
      }
      half[to + 3] = (alpha + 2) >> 2
    }
  }
  return { width: halfWidth, height: halfHeight, rgba: half }
}

/** A region of a picture in pixels. */
export interface Region {
  x: number
  y: number
  width: number
  height: number
}

/** A texture on a side of a part. */
export interface Layer<Picture = Texture> {
  texture: Picture
  /** In pixels of the texture. */
  region: Region
  /** Whether the texture repeats outside its region. */
  repeats?: boolean
  /** From 0 to 1. Default: 1. */
  opacity?: number
}

/** Texture coordinates, one item per point. */
interface TextureCoordinates {
  /** Position in the region, from 0 to 1. */
  u: Float32Array
  v: Float32Array
  /** Share of the region that one pixel of the drawing covers. */
  perPixel: Float32Array
}

/**
 * Composites a layer behind `colour` in place. This runs a hundred thousand times per picture, so it takes arrays and an index:
 * numbers passed one by one would be boxed.
 *
 * @param colour linear light premultiplied by alpha, then alpha
 */
export function compositeBehind(
  colour: Float32Array,
  { texture, region, repeats, opacity = 1 }: Layer,
  coordinates: TextureCoordinates,
  at: number,
): void {
  let u = coordinates.u[at] ?? 0
  let v = coordinates.v[at] ?? 0
  if (repeats) {
    if (u < 0 || u > 1) u -= Math.floor(u)
    if (v < 0 || v > 1) v -= Math.floor(v)
  }
  // Minified textures would alias, so a mip level of matching resolution is sampled.
  const texelsInPixel = (coordinates.perPixel[at] ?? 0) * region.width * region.height
  const coarse = texelsInPixel < 2 ** 1.5 ? 0 : Math.floor(0.5 * Math.log2(texelsInPixel) + 0.25)
  const { width, height, rgba } = coarse === 0 ? texture.mipLevels[0] : mipLevel(texture, coarse)
  const factor = coarse === 0 ? 1 : 1 / (1 << Math.min(coarse, texture.mipLevels.length - 1))
  // Clamped half a texel inside the region, because its neighbours belong to other parts.
  const x =
    clamp((region.x + u * region.width) * factor, region.x * factor, (region.x + region.width) * factor) - 0.5
  const y =
    clamp((region.y + v * region.height) * factor, region.y * factor, (region.y + region.height) * factor) -
    0.5
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [dx, dy] = [x - left, y - top]
  const x0 = Math.max(left, 0)
  const x1 = Math.min(left + 1, width - 1)
  const row0 = Math.max(top, 0) * width
  const row1 = Math.min(top + 1, height - 1) * width
  const a = (row0 + x0) * 4
  const b = (row0 + x1) * 4
  const c = (row1 + x0) * 4
  const d = (row1 + x1) * 4
  const share = opacity / 255
  const ofA = (rgba[a + 3] ?? 0) * (1 - dx) * (1 - dy) * share
  const ofB = (rgba[b + 3] ?? 0) * dx * (1 - dy) * share
  const ofC = (rgba[c + 3] ?? 0) * (1 - dx) * dy * share
  const ofD = (rgba[d + 3] ?? 0) * dx * dy * share
  const alpha = ofA + ofB + ofC + ofD
  if (alpha === 0) return
  const through = 1 - (colour[3] ?? 0)
  for (let channel = 0; channel < 3; channel++) {
    const light =
      (linearOf[rgba[a + channel] ?? 0] ?? 0) * ofA +
      (linearOf[rgba[b + channel] ?? 0] ?? 0) * ofB +
      (linearOf[rgba[c + channel] ?? 0] ?? 0) * ofC +
      (linearOf[rgba[d + channel] ?? 0] ?? 0) * ofD
    colour[channel] = (colour[channel] ?? 0) + light * through
  }
  colour[3] = 1 - through * (1 - alpha)
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low + 0.5), high - 0.5)
