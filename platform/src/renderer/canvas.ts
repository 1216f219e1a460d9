import { arrive, type Lighting } from './light.ts'
import type { Mesh, Side, Triangle, Vertex } from './mesh.ts'
import { dot, type Rotation, rotate, subtract, type Vector } from './space.ts'
import { type Colour, cover, encode, type Layer, type Pixels } from './texture.ts'

export interface Surface {
  colour: Colour
  /** What each side is covered with, from below. */
  layers: Partial<Readonly<Record<Side, readonly Layer[]>>>
}

export interface Solid {
  mesh: Mesh
  surface: Surface
}

export interface Camera {
  position: Vector
  /** From the scene's directions to the camera's: it looks against its own z. */
  rotation: Rotation
  /** Pixels that one stud takes at a distance of one stud. */
  focal: number
}

/** Draws scenes, one after the other, on the same memory. */
export interface Canvas {
  draw(solids: readonly Solid[], lighting: Lighting, camera: Camera): Pixels
}

/** Points of a pixel that are each inside a triangle or not: edges are smooth. Surfaces are looked at once a pixel. */
const samples = 8

/** Spread so that upright and level edges, too, meet each column and row of them once (Hammersley's points). */
const sampleX = Float32Array.from({ length: samples }, (_, index) => (index + 0.5) / samples - 0.5)
const sampleY = Float32Array.from({ length: samples }, (_, index) => {
  const reversed = ((index & 1) << 2) | (index & 2) | ((index & 4) >> 2)
  return (reversed + 0.5) / samples - 0.5
})

/** How much the lamp shines on plastic. */
const gloss = 0.11
/** What the sky gives a surface that is seen from the side. */
const sheen = 0.14

interface Projected {
  /** In pixels. */
  x: number
  y: number
  /** One by the distance: the only thing that is even across a picture. */
  near: number
  vertex: Vertex
}

export function createCanvas(width: number, height: number): Canvas {
  /** For each sample the fragment that is seen there, and how near it is. */
  const seen = new Int32Array(width * height * samples)
  const nearest = new Float32Array(width * height * samples)
  const touched = new Uint8Array(width * height)
  /** Three for each fragment, in linear light. */
  let colours = new Float32Array(width * height * 6)
  let fragments = 0

  const newFragment = (): number => {
    if ((fragments + 1) * 3 > colours.length) {
      const grown = new Float32Array(colours.length * 2)
      grown.set(colours)
      colours = grown
    }
    return fragments++
  }

  const light = new Float32Array(3)
  const colour = new Float32Array(3)

  function drawTriangle(
    { a: va, b: vb, c: vc, side }: Triangle,
    { colour: base, layers }: Surface,
    lighting: Lighting,
    camera: Camera,
    project: (vertex: Vertex) => Projected,
  ): void {
    const [a, b, c] = [project(va), project(vb), project(vc)]
    // Downwards pixels are counted: what is turned to us goes with the clock, which makes this negative.
    const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
    if (!(area < -1e-9) || a.near <= 0 || b.near <= 0 || c.near <= 0) return
    const left = Math.max(0, Math.floor(Math.min(a.x, b.x, c.x)))
    const right = Math.min(width - 1, Math.floor(Math.max(a.x, b.x, c.x)))
    const top = Math.max(0, Math.floor(Math.min(a.y, b.y, c.y)))
    const bottom = Math.min(height - 1, Math.floor(Math.max(a.y, b.y, c.y)))

    // The shares of the corners at a point: each falls evenly from 1 at its corner to 0 at the edge across.
    const [aX, aY] = [(b.y - c.y) / area, (c.x - b.x) / area]
    const [bX, bY] = [(c.y - a.y) / area, (a.x - c.x) / area]
    const [cX, cY] = [-aX - bX, -aY - bY]
    const nearX = aX * a.near + bX * b.near + cX * c.near
    const nearY = aY * a.near + bY * b.near + cY * c.near
    // How far a share may differ within a pixel.
    const aReach = (Math.abs(aX) + Math.abs(aY)) / 2
    const bReach = (Math.abs(bX) + Math.abs(bY)) / 2
    const cReach = (Math.abs(cX) + Math.abs(cY)) / 2

    const covering = layers[side]
    const pictured = (vb.u - va.u) * (vc.v - va.v) - (vc.u - va.u) * (vb.v - va.v)
    const perPixel = Math.abs(pictured / area)

    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const px = x + 0.5 - c.x
        const py = y + 0.5 - c.y
        const ofA = aX * px + aY * py
        const ofB = bX * px + bY * py
        const ofC = 1 - ofA - ofB
        if (ofA < -aReach || ofB < -bReach || ofC < -cReach) continue
        const whole = ofA >= aReach && ofB >= bReach && ofC >= cReach
        const near = ofA * a.near + ofB * b.near + ofC * c.near
        const pixel = y * width + x
        const first = pixel * samples
        let fragment = -1
        if (touched[pixel] === 0) {
          touched[pixel] = 1
          if (whole) {
            // Nearly every pixel is this simple when its first triangle comes.
            fragment = newFragment()
            for (let sample = 0; sample < samples; sample++) {
              nearest[first + sample] = near + nearX * (sampleX[sample] ?? 0) + nearY * (sampleY[sample] ?? 0)
              seen[first + sample] = fragment
            }
            shade(fragment, ofA * a.near, ofB * b.near, ofC * c.near)
            continue
          }
          seen.fill(-1, first, first + samples)
          nearest.fill(0, first, first + samples)
        }
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
          if (fragment === -1) fragment = newFragment()
          nearest[first + sample] = depth
          seen[first + sample] = fragment
          inside++
          sumX += dx
          sumY += dy
        }
        if (fragment === -1) continue
        // In the middle of what is seen of it, so that it lies on the triangle.
        const mx = inside === samples ? 0 : sumX / inside
        const my = inside === samples ? 0 : sumY / inside
        const wa = (ofA + aX * mx + aY * my) * a.near
        const wb = (ofB + bX * mx + bY * my) * b.near
        const wc = (ofC + cX * mx + cY * my) * c.near
        shade(fragment, wa, wb, wc)
      }
    }

    function shade(fragment: number, wa: number, wb: number, wc: number): void {
      const total = wa + wb + wc
      const ka = wa / total
      const kb = wb / total
      const kc = wc / total
      const x = ka * va.position[0] + kb * vb.position[0] + kc * vc.position[0]
      const y = ka * va.position[1] + kb * vb.position[1] + kc * vc.position[1]
      const z = ka * va.position[2] + kb * vb.position[2] + kc * vc.position[2]
      let nx = ka * va.normal[0] + kb * vb.normal[0] + kc * vc.normal[0]
      let ny = ka * va.normal[1] + kb * vb.normal[1] + kc * vc.normal[1]
      let nz = ka * va.normal[2] + kb * vb.normal[2] + kc * vc.normal[2]
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1
      nx /= length
      ny /= length
      nz /= length
      colour[0] = base[0]
      colour[1] = base[1]
      colour[2] = base[2]
      if (covering) {
        const u = ka * va.u + kb * vb.u + kc * vc.u
        const v = ka * va.v + kb * vb.v + kc * vc.v
        for (const layer of covering) cover(colour, layer, u, v, perPixel)
      }
      const ofLamp = arrive(light, lighting, x, y, z, nx, ny, nz)
      // To the camera, and half way between that and the lamp.
      let ex = camera.position[0] - x
      let ey = camera.position[1] - y
      let ez = camera.position[2] - z
      const distance = Math.sqrt(ex * ex + ey * ey + ez * ez)
      ex /= distance
      ey /= distance
      ez /= distance
      const { lamp } = lighting
      const hx = ex + lamp.x
      const hy = ey + lamp.y
      const hz = ez + lamp.z
      const half = Math.max(0, (nx * hx + ny * hy + nz * hz) / Math.sqrt(hx * hx + hy * hy + hz * hz))
      const aside = 1 - Math.max(0, nx * ex + ny * ey + nz * ez)
      const shine =
        ofLamp * gloss * toThe16th(half * Math.sqrt(half)) +
        sheen * aside * aside * aside * aside * (0.5 + 0.5 * ny)
      const to = fragment * 3
      colours[to] = (colour[0] ?? 0) * (light[0] ?? 0) + shine
      colours[to + 1] = (colour[1] ?? 0) * (light[1] ?? 0) + shine
      colours[to + 2] = (colour[2] ?? 0) * (light[2] ?? 0) + shine
    }
  }

  function resolve(): Uint8Array {
    const rgba = new Uint8Array(width * height * 4)
    for (let pixel = 0; pixel < touched.length; pixel++) {
      if (touched[pixel] === 0) continue
      let red = 0
      let green = 0
      let blue = 0
      let covered = 0
      for (let sample = pixel * samples; sample < (pixel + 1) * samples; sample++) {
        const from = (seen[sample] ?? -1) * 3
        if (from < 0) continue
        covered++
        red += colours[from] ?? 0
        green += colours[from + 1] ?? 0
        blue += colours[from + 2] ?? 0
      }
      if (covered === 0) continue
      const to = pixel * 4
      rgba[to] = encode(soften(red / covered))
      rgba[to + 1] = encode(soften(green / covered))
      rgba[to + 2] = encode(soften(blue / covered))
      rgba[to + 3] = Math.round((255 * covered) / samples)
    }
    return rgba
  }

  return {
    draw(solids, lighting, camera) {
      touched.fill(0)
      fragments = 0
      for (const { mesh, surface } of solids) {
        const projected = new Map<Vertex, Projected>()
        const project = (vertex: Vertex): Projected => {
          const known = projected.get(vertex)
          if (known) return known
          const [x, y, z] = rotate(camera.rotation, subtract(vertex.position, camera.position))
          const near = -1 / z
          const found = {
            x: width / 2 + camera.focal * x * near,
            y: height / 2 - camera.focal * y * near,
            near,
            vertex,
          }
          projected.set(vertex, found)
          return found
        }
        for (const triangle of mesh) drawTriangle(triangle, surface, lighting, camera, project)
      }
      return { width, height, rgba: resolve() }
    },
  }
}

/** The power function takes as long as all the rest of a surface point. */
function toThe16th(base: number): number {
  const fourth = base * base * base * base
  return fourth * fourth * fourth * fourth
}

/** Bright light does not end at white all of a sudden. */
const soften = (light: number) => (light < 0.8 ? light : 0.8 + 0.2 * (1 - Math.exp((0.8 - light) / 0.2)))

/** A camera that looks at a point from the front, a little from above. */
export function lookAt(target: Vector, distance: number, rotation: Rotation, focal: number): Camera {
  const back: Vector = rotation[2]
  return {
    rotation,
    focal,
    position: [
      target[0] + back[0] * distance,
      target[1] + back[1] * distance,
      target[2] + back[2] * distance,
    ],
  }
}

export const distanceTo = (camera: Camera, point: Vector): number =>
  -dot(camera.rotation[2], subtract(point, camera.position))
