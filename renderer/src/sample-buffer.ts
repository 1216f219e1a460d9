import { collect, enlarged, type Fragments, storeFor } from './fragments.ts'
import { allSamples, samples, sampleX, sampleY } from './samples.ts'

/** A corner of a triangle in the picture. */
export interface Corner {
  /** In pixels. */
  x: number
  y: number
  /** One by the distance: the only thing that is even across a picture. */
  near: number
}

export type Corners = readonly [Corner, Corner, Corner]

/**
 * As many see-through surfaces are seen one behind the other, the nearest ones: so many in every pixel take 120 MB until they
 * are painted, of the 256 that a drawing has.
 */
const maxGlass = 12

/** Where triangles are drawn, sample by sample. */
export interface Film {
  clear(): void
  /**
   * @param face number of the triangle
   * @param glass something may be seen through it: these come last, and the nearest of them first
   */
  draw(face: number, corners: Corners, glass: boolean): void
  /** What is to be seen. */
  collect(): Fragments
}

export function createFilm(width: number, height: number): Film {
  const pixels = width * height
  /** For each sample the fragment that is seen there, and how near it is. */
  const seen = new Int32Array(pixels * samples)
  const nearest = new Float32Array(pixels * samples)
  const touched = new Uint8Array(pixels)
  const glassAt = new Int32Array(pixels)
  const glassCount = new Uint8Array(pixels)
  let count = 0
  let found = storeFor(pixels)

  function draw(face: number, [a, b, c]: Corners, glass: boolean): void {
    const area = areaOf(a, b, c)
    const left = Math.max(0, Math.floor(Math.min(a.x, b.x, c.x)))
    const right = Math.min(width - 1, Math.floor(Math.max(a.x, b.x, c.x)))
    const top = Math.max(0, Math.floor(Math.min(a.y, b.y, c.y)))
    const bottom = Math.min(height - 1, Math.floor(Math.max(a.y, b.y, c.y)))
    if (left > right || top > bottom) return

    // The shares of the corners at a point: each falls evenly from 1 at its corner to 0 at the edge across.
    const aX = (b.y - c.y) / area
    const aY = (c.x - b.x) / area
    const bX = (c.y - a.y) / area
    const bY = (a.x - c.x) / area
    const cX = -aX - bX
    const cY = -aY - bY
    const nearX = aX * a.near + bX * b.near + cX * c.near
    const nearY = aY * a.near + bY * b.near + cY * c.near
    // How far a share may differ within a pixel.
    const aReach = (Math.abs(aX) + Math.abs(aY)) / 2
    const bReach = (Math.abs(bX) + Math.abs(bY)) / 2
    const cReach = (Math.abs(cX) + Math.abs(cY)) / 2

    const needed = count + (right - left + 1) * (bottom - top + 1)
    if (needed > found.face.length) found = enlarged(found, Math.max(needed, found.face.length * 2))
    const { face: faceOf, a: shareA, b: shareB, mask: maskOf, near: nearOf, next } = found
    for (let y = top; y <= bottom; y++) {
      const py = y + 0.5 - c.y
      const from = Math.max(
        left,
        beginning(aX, aY * py + aReach, c.x),
        beginning(bX, bY * py + bReach, c.x),
        beginning(cX, 1 + cY * py + cReach, c.x),
      )
      const to = Math.min(
        right,
        end(aX, aY * py + aReach, c.x),
        end(bX, bY * py + bReach, c.x),
        end(cX, 1 + cY * py + cReach, c.x),
      )
      for (let x = from; x <= to; x++) {
        const px = x + 0.5 - c.x
        const ofA = aX * px + aY * py
        const ofB = bX * px + bY * py
        const ofC = 1 - ofA - ofB
        if (ofA < -aReach || ofB < -bReach || ofC < -cReach) continue
        const whole = ofA >= aReach && ofB >= bReach && ofC >= cReach
        const near = ofA * a.near + ofB * b.near + ofC * c.near
        const pixel = y * width + x
        const first = pixel * samples
        if (touched[pixel] === 0) {
          touched[pixel] = 1
          glassAt[pixel] = -1
          glassCount[pixel] = 0
          if (whole && !glass) {
            // Nearly every pixel is this simple when its first triangle comes.
            for (let sample = 0; sample < samples; sample++) {
              nearest[first + sample] = near + nearX * (sampleX[sample] ?? 0) + nearY * (sampleY[sample] ?? 0)
              seen[first + sample] = count
            }
            const wa = ofA * a.near
            const wb = ofB * b.near
            faceOf[count] = face
            shareA[count] = wa / near
            shareB[count] = wb / near
            count++
            continue
          }
          for (let sample = 0; sample < samples; sample++) {
            seen[first + sample] = -1
            nearest[first + sample] = 0
          }
        }
        let mask = 0
        let inside = 0
        let sumX = 0
        let sumY = 0
        for (let sample = 0; sample < samples; sample++) {
          const dx = sampleX[sample] ?? 0
          const dy = sampleY[sample] ?? 0
          if (!whole) {
            if (ofA + aX * dx + aY * dy < 0) continue
            if (ofB + bX * dx + bY * dy < 0) continue
            if (ofC + cX * dx + cY * dy < 0) continue
          }
          const depth = near + nearX * dx + nearY * dy
          if (depth <= (nearest[first + sample] ?? 0)) continue
          if (!glass) nearest[first + sample] = depth
          mask |= 1 << sample
          inside++
          sumX += dx
          sumY += dy
        }
        if (mask === 0) continue
        let fragment = count
        if (glass) {
          const behind = glassCount[pixel] ?? 0
          if (behind === maxGlass) continue
          glassCount[pixel] = behind + 1
          next[fragment] = glassAt[pixel] ?? -1
          glassAt[pixel] = fragment
          maskOf[fragment] = mask
          nearOf[fragment] = near
          count++
        } else {
          // What hides all of a pixel takes the place of what was there: what is hidden takes no memory.
          const hidden = mask === allSamples ? (seen[first] ?? -1) : -1
          if (hidden === -1) count++
          else fragment = hidden
          for (let sample = 0; sample < samples; sample++) {
            if ((mask & (1 << sample)) !== 0) seen[first + sample] = fragment
          }
        }
        // In the middle of what is seen of it, so that it lies on the triangle.
        const mx = inside === samples ? 0 : sumX / inside
        const my = inside === samples ? 0 : sumY / inside
        const wa = (ofA + aX * mx + aY * my) * a.near
        const wb = (ofB + bX * mx + bY * my) * b.near
        const wc = (ofC + cX * mx + cY * my) * c.near
        const total = wa + wb + wc
        faceOf[fragment] = face
        shareA[fragment] = wa / total
        shareB[fragment] = wb / total
      }
    }
  }

  return {
    draw,
    collect: () => collect({ seen, touched, glassAt, glassCount, found }),
    clear() {
      touched.fill(0)
      count = 0
      // What one scene had need of is not kept for all others.
      if (found.face.length > pixels * 2) found = storeFor(pixels)
    },
  }
}

/** In a row, the first pixel in which a share may be above 0 that grows by `slope` and has `there` at x; or the last. */
const beginning = (slope: number, there: number, x: number) =>
  slope > 0 ? Math.floor(x - there / slope - 0.5) : -Infinity
const end = (slope: number, there: number, x: number) =>
  slope < 0 ? Math.ceil(x - there / slope - 0.5) : Infinity

export const areaOf = (a: Corner, b: Corner, c: Corner) =>
  (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
