import type { Camera } from './camera.ts'
import { type Light, type Lighting, lift, litAtOnce, shineOn } from './light.ts'
import type { Sight } from './raster.ts'
import type { Points } from './shadow.ts'
import { sides } from './surface.ts'

/**
 * What is seen of a scene, and the light on it: everything but colours and pictures, so it is the same for whoever stands alike.
 * Each array has an item for each fragment, pixel by pixel, and in a pixel from behind.
 */
export interface Exposure {
  count: number
  pixel: Int32Array
  /** Which samples of the pixel, a bit each. */
  mask: Uint8Array
  /** The solid's index times six, and the side's in `sides`. */
  side: Uint32Array
  /** Where on the side's picture, from 0 to 1, and how much of its area is in a pixel. */
  u: Float32Array
  v: Float32Array
  perPixel: Float32Array
  /** What falls on it, for each colour. */
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  /** What it throws back whatever its colour. */
  shine: Float32Array
}

/** How much the lamp shines on plastic. */
const gloss = 0.11
/** What the sky gives a surface that is seen from the side. */
const sheen = 0.14

const forEach = () => new Float32Array(litAtOnce)
const points: Points = {
  x: forEach(),
  y: forEach(),
  z: forEach(),
  nx: forEach(),
  ny: forEach(),
  nz: forEach(),
}
const light: Light = { red: forEach(), green: forEach(), blue: forEach(), lamp: forEach() }

/** Room for one scene after the other: it would be megabytes for each. */
let room = roomFor(0)

function roomFor(count: number) {
  const values = () => new Float32Array(count)
  return {
    side: new Uint32Array(count),
    u: values(),
    v: values(),
    perPixel: values(),
    red: values(),
    green: values(),
    blue: values(),
    shine: values(),
  }
}

/** What one scene had need of is not kept for all others beyond this: a figure with hats has half as many. */
const mostKept = 300_000

/** Lights what is seen. It is there until the next scene is. */
export function expose(sight: Sight, lighting: Lighting, camera: Camera): Exposure {
  const { count, pixel, mask } = sight
  const size = room.u.length
  if (count > size || size > mostKept) room = roomFor(Math.ceil(count * 1.2))
  const exposure: Exposure = { count, pixel, mask, ...room }
  for (let start = 0; start < count; start += litAtOnce) {
    const size = Math.min(litAtOnce, count - start)
    locate(sight, exposure, start, size)
    shineOn(lighting, points, size, light)
    exposure.red.set(light.red.subarray(0, size), start)
    exposure.green.set(light.green.subarray(0, size), start)
    exposure.blue.set(light.blue.subarray(0, size), start)
    addShine(exposure.shine, lighting, camera, start, size)
  }
  return exposure
}

/** A copy that stays. */
export function kept(exposure: Exposure): Exposure {
  const { count } = exposure
  return {
    count,
    pixel: exposure.pixel.slice(0, count),
    mask: exposure.mask.slice(0, count),
    side: exposure.side.slice(0, count),
    u: exposure.u.slice(0, count),
    v: exposure.v.slice(0, count),
    perPixel: exposure.perPixel.slice(0, count),
    red: exposure.red.slice(0, count),
    green: exposure.green.slice(0, count),
    blue: exposure.blue.slice(0, count),
    shine: exposure.shine.slice(0, count),
  }
}

/** Finds out where fragments are, on their solids and in space. */
function locate({ faces, order, face, a, b }: Sight, exposure: Exposure, start: number, size: number): void {
  for (let point = 0, at = start; point < size; point++, at++) {
    const fragment = order[at] ?? 0
    const found = faces[face[fragment] ?? 0]
    if (!found) continue
    const { a: va, b: vb, c: vc } = found.triangle
    const ka = a[fragment] ?? 0
    const kb = b[fragment] ?? 0
    const kc = 1 - ka - kb
    exposure.side[at] = found.solid * sides.length + found.side
    exposure.u[at] = ka * va.u + kb * vb.u + kc * vc.u
    exposure.v[at] = ka * va.v + kb * vb.v + kc * vc.v
    exposure.perPixel[at] = found.perPixel
    const nx = ka * va.normal[0] + kb * vb.normal[0] + kc * vc.normal[0]
    const ny = ka * va.normal[1] + kb * vb.normal[1] + kc * vc.normal[1]
    const nz = ka * va.normal[2] + kb * vb.normal[2] + kc * vc.normal[2]
    const longer = 1 / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1)
    points.nx[point] = nx * longer
    points.ny[point] = ny * longer
    points.nz[point] = nz * longer
    const off = longer * lift
    points.x[point] = ka * va.position[0] + kb * vb.position[0] + kc * vc.position[0] + nx * off
    points.y[point] = ka * va.position[1] + kb * vb.position[1] + kc * vc.position[1] + ny * off
    points.z[point] = ka * va.position[2] + kb * vb.position[2] + kc * vc.position[2] + nz * off
  }
}

function addShine(
  shine: Float32Array,
  { lamp }: Lighting,
  camera: Camera,
  start: number,
  size: number,
): void {
  const [cameraX, cameraY, cameraZ] = camera.position
  for (let point = 0; point < size; point++) {
    const nx = points.nx[point] ?? 0
    const ny = points.ny[point] ?? 0
    const nz = points.nz[point] ?? 0
    // To the camera, and half way between that and the lamp.
    let ex = cameraX - (points.x[point] ?? 0)
    let ey = cameraY - (points.y[point] ?? 0)
    let ez = cameraZ - (points.z[point] ?? 0)
    const nearer = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez)
    ex *= nearer
    ey *= nearer
    ez *= nearer
    const hx = ex + lamp.x
    const hy = ey + lamp.y
    const hz = ez + lamp.z
    const half = Math.max(0, (nx * hx + ny * hy + nz * hz) / Math.sqrt(hx * hx + hy * hy + hz * hz))
    const aside = 1 - Math.max(0, nx * ex + ny * ey + nz * ez)
    shine[start + point] =
      (light.lamp[point] ?? 0) * gloss * toThe16th(half * Math.sqrt(half)) +
      sheen * aside * aside * aside * aside * (0.5 + 0.5 * ny)
  }
}

/** The power function takes as long as all the rest of a surface point. */
function toThe16th(base: number): number {
  const fourth = base * base * base * base
  return fourth * fourth * fourth * fourth
}
