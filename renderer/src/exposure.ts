import type { Camera } from './camera.ts'
import { type Light, type Lighting, lift, litAtOnce, shineOn } from './light.ts'
import type { Sight } from './raster.ts'
import type { Points } from './shadow.ts'
import { sides } from './surface.ts'

/**
 * The visible fragments of a scene and the light on them, without colours and textures. Figures in the same pose share them. Each
 * array has one item per fragment, in pixel order, back to front within a pixel.
 */
export interface Exposure {
  count: number
  pixel: Int32Array
  /** The covered samples of the pixel, one bit each. */
  mask: Uint8Array
  /** Index of the solid times six, plus the index of the side in `sides`. */
  side: Uint32Array
  /** Texture coordinates from 0 to 1, and the share of the texture that one pixel covers. */
  u: Float32Array
  v: Float32Array
  perPixel: Float32Array
  /** Diffuse light per channel. */
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  /** Specular light, which does not depend on the colour of the surface. */
  shine: Float32Array
}

/** Strength of the specular highlight of the key light. */
const gloss = 0.11
/** Strength of the sky's reflection at grazing angles. */
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

/** Reused for every scene, because the arrays take megabytes. */
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

/** Capacity above which the arrays are not kept for the next scene. A figure with hats has half as many fragments. */
const mostKept = 300_000

/** Lights the visible fragments. The result is valid until the next call. */
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

/** Returns a copy that stays valid. */
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

/** Interpolates the attributes of fragments from the vertices of their triangles. */
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
    // The direction to the camera, and the half vector between it and the key light.
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

/** `Math.pow` would take as long as all other work for a fragment. */
function toThe16th(base: number): number {
  const fourth = base * base * base * base
  return fourth * fourth * fourth * fourth
}
