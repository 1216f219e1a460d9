import { allSamples, samples } from './samples.ts'

/** The visible fragments of a scene in pixel order, back to front within a pixel. Valid until the next scene is rasterized. */
export interface Fragments {
  count: number
  pixel: Int32Array
  /** The covered samples of the pixel, one bit each. Only translucent fragments share samples with others. */
  mask: Uint8Array
  /** Index into the arrays below. */
  order: Int32Array
  /** Number of the triangle. */
  face: Int32Array
  /** Barycentric coordinates of the fragment; c is 1 - a - b. */
  a: Float32Array
  b: Float32Array
}

/** Allocates arrays for fragments in the order in which they are rasterized. */
export const createStore = (fragments: number) => ({
  face: new Int32Array(fragments),
  a: new Float32Array(fragments),
  b: new Float32Array(fragments),
  /** Translucent fragments only. `next` links the fragments of one pixel. */
  mask: new Uint8Array(fragments),
  inverseDepth: new Float32Array(fragments),
  next: new Int32Array(fragments),
  /** The visible fragments in pixel order. */
  order: new Int32Array(fragments),
  pixel: new Int32Array(fragments),
  visibleMask: new Uint8Array(fragments),
})

export type Store = ReturnType<typeof createStore>

/** Returns a larger store with the same fragments. */
export function grow(store: Store, fragments: number): Store {
  const larger = createStore(fragments)
  for (const name of ['face', 'a', 'b', 'mask', 'inverseDepth', 'next'] as const) {
    larger[name].set(store[name])
  }
  return larger
}

/** A scene after rasterizing. */
interface Rasterized {
  /** The visible opaque fragment of each sample, or -1. */
  visible: Int32Array
  /** Whether a pixel has a fragment. The other arrays are stale where it has none. */
  touched: Uint8Array
  /** The last translucent fragment of each pixel, or -1. */
  translucentHead: Int32Array
  translucentCount: Uint8Array
  store: Store
}

/** Sorts the visible fragments by pixel. */
export function visibleFragments(scene: Rasterized): Fragments {
  const { visible, touched, translucentHead, translucentCount, store } = scene
  const { face, a, b, mask, inverseDepth, next, order, pixel: pixels, visibleMask } = store
  let to = 0
  const add = (fragment: number, pixel: number, covered: number) => {
    order[to] = fragment
    pixels[to] = pixel
    visibleMask[to] = covered
    to++
  }
  for (let pixel = 0; pixel < touched.length; pixel++) {
    if (touched[pixel] === 0) continue
    const first = pixel * samples
    let left = allSamples
    for (let sample = 0; sample < samples; sample++) {
      if ((left & (1 << sample)) === 0) continue
      const fragment = visible[first + sample] ?? -1
      let same = 0
      for (let other = sample; other < samples; other++) {
        if (visible[first + other] === fragment) same |= 1 << other
      }
      left &= ~same
      if (fragment !== -1) add(fragment, pixel, same)
    }
    if (translucentCount[pixel] === 0) continue
    const translucent: number[] = []
    for (let one = translucentHead[pixel] ?? -1; one !== -1; one = next[one] ?? -1) translucent.push(one)
    translucent.sort((one, other) => (inverseDepth[one] ?? 0) - (inverseDepth[other] ?? 0))
    for (const one of translucent) add(one, pixel, mask[one] ?? 0)
  }
  return { count: to, pixel: pixels, mask: visibleMask, order, face, a, b }
}
