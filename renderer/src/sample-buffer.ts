import { createStore, type Fragments, grow, visibleFragments } from './fragments.ts'
import { allSamples, meanX, meanY, samples, sampleX, sampleY } from './samples.ts'
import {
  type Corners,
  firstPixel,
  lastPixel,
  type PreparedTriangle,
  prepareTriangle,
} from './screen-triangle.ts'

/**
 * Maximum number of translucent fragments per pixel; the nearest ones are kept. At this limit in every pixel they take 120 MB of
 * the 256 MB that a drawing may use.
 */
const maxTranslucent = 12

/** Rasterizes triangles into the samples of each pixel. */
export class SampleBuffer {
  readonly #width: number
  readonly #height: number
  /** The visible opaque fragment of each sample, or -1. */
  readonly #visible: Int32Array
  /** The depth buffer: the inverse depth of each sample. */
  readonly #depth: Float32Array
  /** Whether a pixel has a fragment. The other arrays are stale where it has none. */
  readonly #touched: Uint8Array
  readonly #translucentHead: Int32Array
  readonly #translucentCount: Uint8Array
  #count = 0
  #store

  constructor(width: number, height: number) {
    const pixels = width * height
    this.#width = width
    this.#height = height
    this.#visible = new Int32Array(pixels * samples)
    this.#depth = new Float32Array(pixels * samples)
    this.#touched = new Uint8Array(pixels)
    this.#translucentHead = new Int32Array(pixels)
    this.#translucentCount = new Uint8Array(pixels)
    this.#store = createStore(pixels)
  }

  clear(): void {
    this.#touched.fill(0)
    this.#count = 0
    // One large scene must not hold its memory for ever.
    if (this.#store.face.length > this.#touched.length * 2) this.#store = createStore(this.#touched.length)
  }

  /** Returns the fragments that are visible. They stay valid until the next `rasterize`. */
  fragments(): Fragments {
    return visibleFragments({
      visible: this.#visible,
      touched: this.#touched,
      translucentHead: this.#translucentHead,
      translucentCount: this.#translucentCount,
      store: this.#store,
    })
  }

  /**
   * @param face number of the triangle
   * @param translucent whether it can be seen through. Translucent triangles must come after all opaque ones, nearest first.
   */
  rasterize(face: number, corners: Corners, translucent: boolean): void {
    const [a, b, c] = corners
    const left = Math.max(0, Math.floor(Math.min(a.x, b.x, c.x)))
    const right = Math.min(this.#width - 1, Math.floor(Math.max(a.x, b.x, c.x)))
    const top = Math.max(0, Math.floor(Math.min(a.y, b.y, c.y)))
    const bottom = Math.min(this.#height - 1, Math.floor(Math.max(a.y, b.y, c.y)))
    if (left > right || top > bottom) return
    const needed = this.#count + (right - left + 1) * (bottom - top + 1)
    const capacity = this.#store.face.length
    if (needed > capacity) this.#store = grow(this.#store, Math.max(needed, capacity * 2))

    const triangle = prepareTriangle(face, corners, translucent)
    const { aX, aY, bX, bY, cX, cY, aReach, bReach, cReach } = triangle
    for (let y = top; y <= bottom; y++) {
      const py = y + 0.5 - c.y
      const from = Math.max(
        left,
        firstPixel(aX, aY * py + aReach, c.x),
        firstPixel(bX, bY * py + bReach, c.x),
        firstPixel(cX, 1 + cY * py + cReach, c.x),
      )
      const to = Math.min(
        right,
        lastPixel(aX, aY * py + aReach, c.x),
        lastPixel(bX, bY * py + bReach, c.x),
        lastPixel(cX, 1 + cY * py + cReach, c.x),
      )
      this.#rasterizeRow(triangle, y, from, to)
    }
  }

  #rasterizeRow(triangle: PreparedTriangle, y: number, from: number, to: number): void {
    const { face, corners, translucent, aX, aY, bX, bY, aReach, bReach, cReach, depthX, depthY } = triangle
    const [a, b, c] = corners
    const visible = this.#visible
    const depth = this.#depth
    const store = this.#store
    const py = y + 0.5 - c.y
    for (let x = from; x <= to; x++) {
      const px = x + 0.5 - c.x
      const ofA = aX * px + aY * py
      const ofB = bX * px + bY * py
      const ofC = 1 - ofA - ofB
      if (ofA < -aReach || ofB < -bReach || ofC < -cReach) continue
      const covered = ofA >= aReach && ofB >= bReach && ofC >= cReach
      const pixel = y * this.#width + x
      if (!covered || translucent || this.#touched[pixel] !== 0) {
        this.#rasterizePixel(triangle, x, y, covered)
        continue
      }
      // Most pixels are fully covered by the first triangle that reaches them, and need no depth test.
      const fragment = this.#count++
      const inverse = ofA * a.inverseDepth + ofB * b.inverseDepth + ofC * c.inverseDepth
      const first = pixel * samples
      this.#touched[pixel] = 1
      this.#translucentHead[pixel] = -1
      this.#translucentCount[pixel] = 0
      for (let sample = 0; sample < samples; sample++) {
        depth[first + sample] = inverse + depthX * (sampleX[sample] ?? 0) + depthY * (sampleY[sample] ?? 0)
        visible[first + sample] = fragment
      }
      store.face[fragment] = face
      store.a[fragment] = (ofA * a.inverseDepth) / inverse
      store.b[fragment] = (ofB * b.inverseDepth) / inverse
    }
  }

  #rasterizePixel(triangle: PreparedTriangle, x: number, y: number, covered: boolean): void {
    const { face, corners, translucent, aX, aY, bX, bY, cX, cY, depthX, depthY } = triangle
    const [a, b, c] = corners
    const px = x + 0.5 - c.x
    const py = y + 0.5 - c.y
    const ofA = aX * px + aY * py
    const ofB = bX * px + bY * py
    const ofC = 1 - ofA - ofB
    const inverse = ofA * a.inverseDepth + ofB * b.inverseDepth + ofC * c.inverseDepth
    const pixel = y * this.#width + x
    if (this.#touched[pixel] === 0) this.#clearPixel(pixel)
    const depth = this.#depth
    const first = pixel * samples
    let mask = 0
    for (let sample = 0; sample < samples; sample++) {
      const dx = sampleX[sample] ?? 0
      const dy = sampleY[sample] ?? 0
      if (!covered) {
        if (ofA + aX * dx + aY * dy < 0) continue
        if (ofB + bX * dx + bY * dy < 0) continue
        if (ofC + cX * dx + cY * dy < 0) continue
      }
      const inverseHere = inverse + depthX * dx + depthY * dy
      if (inverseHere <= (depth[first + sample] ?? 0)) continue
      if (!translucent) depth[first + sample] = inverseHere
      mask |= 1 << sample
    }
    if (mask === 0) return
    const fragment = translucent ? this.#addTranslucent(pixel, mask, inverse) : this.#addOpaque(pixel, mask)
    if (fragment === -1) return
    // The mean of the covered samples lies on the triangle; the centre of the pixel may not.
    const mx = meanX[mask] ?? 0
    const my = meanY[mask] ?? 0
    const wa = (ofA + aX * mx + aY * my) * a.inverseDepth
    const wb = (ofB + bX * mx + bY * my) * b.inverseDepth
    const wc = (ofC + cX * mx + cY * my) * c.inverseDepth
    const total = wa + wb + wc
    this.#store.face[fragment] = face
    this.#store.a[fragment] = wa / total
    this.#store.b[fragment] = wb / total
  }

  #clearPixel(pixel: number): void {
    this.#touched[pixel] = 1
    this.#translucentHead[pixel] = -1
    this.#translucentCount[pixel] = 0
    const first = pixel * samples
    for (let sample = 0; sample < samples; sample++) {
      this.#visible[first + sample] = -1
      this.#depth[first + sample] = 0
    }
  }

  /** Returns the number of the new fragment, or -1 if the pixel has no room for it. */
  #addTranslucent(pixel: number, mask: number, inverseDepth: number): number {
    const before = this.#translucentCount[pixel] ?? 0
    if (before === maxTranslucent) return -1
    const fragment = this.#count++
    this.#translucentCount[pixel] = before + 1
    this.#store.next[fragment] = this.#translucentHead[pixel] ?? -1
    this.#translucentHead[pixel] = fragment
    this.#store.mask[fragment] = mask
    this.#store.inverseDepth[fragment] = inverseDepth
    return fragment
  }

  /** Returns the number of the fragment. One that hides its whole pixel reuses the number of a fragment that it hides. */
  #addOpaque(pixel: number, mask: number): number {
    const visible = this.#visible
    const first = pixel * samples
    const hidden = mask === allSamples ? (visible[first] ?? -1) : -1
    const fragment = hidden === -1 ? this.#count++ : hidden
    for (let sample = 0; sample < samples; sample++) {
      if ((mask & (1 << sample)) !== 0) visible[first + sample] = fragment
    }
    return fragment
  }
}
