import sharp, { type Sharp } from 'sharp'

/** Draws a picture of 6 by 6 coloured fields, which depend on a seed. */
export function mosaic(seed: number, { width = 400, height = 400 } = {}): Sharp {
  const side = 6
  let state = seed
  const bytes = Uint8Array.from({ length: side * side * 3 }, () => {
    // A linear congruential generator.
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 23
  })
  const small = sharp(bytes, { raw: { width: side, height: side, channels: 3 } })
  return small.resize(width, height, { fit: 'fill', kernel: 'nearest' })
}
