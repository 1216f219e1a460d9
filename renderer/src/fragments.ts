import { allSamples, samples } from './samples.ts'

/** What is seen, pixel by pixel, and in a pixel from behind. It is there until the next scene is drawn. */
export interface Fragments {
  count: number
  pixel: Int32Array
  /** Which samples of the pixel, a bit each: only what is seen through something else has some of them, too. */
  mask: Uint8Array
  /** Where in the arrays below. */
  order: Int32Array
  /** Which triangle it is of. */
  face: Int32Array
  /** The shares of the triangle's corners a and b in what is seen of it; c has the rest. */
  a: Float32Array
  b: Float32Array
}

/** Room for so many fragments, in the order in which they are found. */
export const storeFor = (fragments: number) => ({
  face: new Int32Array(fragments),
  a: new Float32Array(fragments),
  b: new Float32Array(fragments),
  /** Of glass: which samples, how near it is, and what else was found before in the same pixel. */
  mask: new Uint8Array(fragments),
  near: new Float32Array(fragments),
  next: new Int32Array(fragments),
  /** What of them is seen, in the order of the pixels. */
  order: new Int32Array(fragments),
  pixel: new Int32Array(fragments),
  seenMask: new Uint8Array(fragments),
})

export type Store = ReturnType<typeof storeFor>

/** The same with more room. */
export function enlarged(store: Store, fragments: number): Store {
  const larger = storeFor(fragments)
  for (const name of ['face', 'a', 'b', 'mask', 'near', 'next'] as const) larger[name].set(store[name])
  return larger
}

/** What was found of a scene. */
export interface Exposed {
  /** For each sample of each pixel the fragment that is seen there, unless it is glass; -1: none. */
  seen: Int32Array
  /** Which pixels have anything; of others, nothing else that is here counts. */
  touched: Uint8Array
  /** The glass in a pixel: the last that was found, or -1, and how many there are. */
  glassAt: Int32Array
  glassCount: Uint8Array
  found: Store
}

/** In the order of the pixels; what is hidden is left out. */
export function collect({ seen, touched, glassAt, glassCount, found: store }: Exposed): Fragments {
  const { face, a, b, mask, near, next, order, pixel: pixels, seenMask } = store
  let to = 0
  const add = (fragment: number, pixel: number, of: number) => {
    order[to] = fragment
    pixels[to] = pixel
    seenMask[to] = of
    to++
  }
  for (let pixel = 0; pixel < touched.length; pixel++) {
    if (touched[pixel] === 0) continue
    const first = pixel * samples
    let left = allSamples
    for (let sample = 0; sample < samples; sample++) {
      if ((left & (1 << sample)) === 0) continue
      const fragment = seen[first + sample] ?? -1
      let same = 0
      for (let other = sample; other < samples; other++) {
        if (seen[first + other] === fragment) same |= 1 << other
      }
      left &= ~same
      if (fragment !== -1) add(fragment, pixel, same)
    }
    if (glassCount[pixel] === 0) continue
    const glass: number[] = []
    for (let one = glassAt[pixel] ?? -1; one !== -1; one = next[one] ?? -1) glass.push(one)
    glass.sort((one, other) => (near[one] ?? 0) - (near[other] ?? 0))
    for (const one of glass) add(one, pixel, mask[one] ?? 0)
  }
  return { count: to, pixel: pixels, mask: seenMask, order, face, a, b }
}
