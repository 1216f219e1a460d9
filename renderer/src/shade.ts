import type { LitFragments } from './lit-fragments.ts'
import { type Material, sides } from './material.ts'
import { samples, samplesIn } from './samples.ts'
import { compositeBehind, encode, type Layer } from './texture.ts'

/** Treated as 1, to allow for rounding. */
const opaque = 0.999

/** Colour of a fragment: linear light premultiplied by alpha, then alpha. */
const colour = new Float32Array(4)
/** The same for each sample of a pixel, and summed over the pixel. */
const ofSamples = new Float32Array(samples * 4)
const sum = new Float32Array(4)

/**
 * Shades the fragments of a scene into pixels.
 *
 * @param materials one per solid, in order
 * @param rgba the picture to write, all zero at first
 */
export function shade(fragments: LitFragments, materials: readonly Material[], rgba: Uint8Array): void {
  const { count, pixel: pixels, mask: masks } = fragments
  const covering = materials.flatMap(({ layers }) =>
    sides.map((side): readonly Layer[] => layers[side] ?? []),
  )
  for (let start = 0, end = 0; start < count; start = end) {
    const pixel = pixels[start] ?? 0
    let covered = 0
    let overlaps = false
    do {
      const mask = masks[end++] ?? 0
      if ((covered & mask) !== 0) overlaps = true
      covered |= mask
    } while (end < count && pixels[end] === pixel)
    if (overlaps) compositeOverlapping(fragments, materials, covering, start, end)
    else sumDisjoint(fragments, materials, covering, start, end)
    const alpha = sum[3] ?? 0
    if (alpha === 0) continue
    const to = pixel * 4
    rgba[to] = encode(toneMap((sum[0] ?? 0) / alpha))
    rgba[to + 1] = encode(toneMap((sum[1] ?? 0) / alpha))
    rgba[to + 2] = encode(toneMap((sum[2] ?? 0) / alpha))
    rgba[to + 3] = Math.round((255 * alpha) / samples)
  }
}

type Covering = readonly (readonly Layer[])[]

/** Sums fragments that do not overlap. */
function sumDisjoint(
  fragments: LitFragments,
  materials: readonly Material[],
  covering: Covering,
  start: number,
  end: number,
): void {
  sum.fill(0)
  for (let fragment = start; fragment < end; fragment++) {
    shadeFragment(fragments, materials, covering, fragment)
    const share = samplesIn[fragments.mask[fragment] ?? 0] ?? 0
    for (let channel = 0; channel < 4; channel++) {
      sum[channel] = (sum[channel] ?? 0) + (colour[channel] ?? 0) * share
    }
  }
}

/** Composites overlapping fragments back to front, sample by sample. */
function compositeOverlapping(
  fragments: LitFragments,
  materials: readonly Material[],
  covering: Covering,
  start: number,
  end: number,
): void {
  ofSamples.fill(0)
  for (let fragment = start; fragment < end; fragment++) {
    shadeFragment(fragments, materials, covering, fragment)
    const through = 1 - (colour[3] ?? 0)
    const mask = fragments.mask[fragment] ?? 0
    for (let at = 0; at < samples * 4; at++) {
      if ((mask & (1 << (at >> 2))) === 0) continue
      ofSamples[at] = (colour[at & 3] ?? 0) + (ofSamples[at] ?? 0) * through
    }
  }
  sum.fill(0)
  for (let at = 0; at < samples * 4; at++) sum[at & 3] = (sum[at & 3] ?? 0) + (ofSamples[at] ?? 0)
}

/** Sets `colour` to that of a fragment. */
function shadeFragment(
  fragments: LitFragments,
  materials: readonly Material[],
  covering: Covering,
  fragment: number,
): void {
  const side = fragments.side[fragment] ?? 0
  const material = materials[Math.floor(side / sides.length)]
  const layers = covering[side]
  if (!material || !layers) return
  colour.fill(0)
  // From the top layer down, so that hidden layers are not sampled.
  for (let index = layers.length - 1; index >= 0 && (colour[3] ?? 0) < opaque; index--) {
    const layer = layers[index]
    if (layer) compositeBehind(colour, layer, fragments, fragment)
  }
  const below = (1 - (colour[3] ?? 0)) * material.opacity
  colour[0] = (colour[0] ?? 0) + material.colour[0] * below
  colour[1] = (colour[1] ?? 0) + material.colour[1] * below
  colour[2] = (colour[2] ?? 0) + material.colour[2] * below
  colour[3] = (colour[3] ?? 0) + below
  // A transparent surface has no highlight.
  const specular = (fragments.specular[fragment] ?? 0) * (colour[3] ?? 0)
  colour[0] = (colour[0] ?? 0) * (fragments.red[fragment] ?? 0) + specular
  colour[1] = (colour[1] ?? 0) * (fragments.green[fragment] ?? 0) + specular
  colour[2] = (colour[2] ?? 0) * (fragments.blue[fragment] ?? 0) + specular
}

/** Tone mapping: compresses highlights, so that they do not clip to white. */
const toneMap = (light: number) => (light < 0.8 ? light : 0.8 + 0.2 * (1 - Math.exp((0.8 - light) / 0.2)))
