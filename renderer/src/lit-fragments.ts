import type { Camera } from './framing.ts'
import { type Light, type Lighting, lightBatch, lightPoints, shadowBias } from './light.ts'
import { sides } from './material.ts'
import type { VisibleScene } from './rasterize.ts'
import type { Points } from './shadow-map.ts'

/**
 * The visible fragments of a scene and the light on them, without colours and textures. Figures in the same pose share them. Each
 * array has one item per fragment, in pixel order, back to front within a pixel.
 */
export interface LitFragments {
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
  specular: Float32Array
}

/** Strength of the specular highlight of the key light. */
const gloss = 0.11
/** Strength of the sky's reflection at grazing angles. */
const sheen = 0.14

const perPoint = () => new Float32Array(lightBatch)
const points: Points = {
  x: perPoint(),
  y: perPoint(),
  z: perPoint(),
  nx: perPoint(),
  ny: perPoint(),
  nz: perPoint(),
}
const light: Light = { red: perPoint(), green: perPoint(), blue: perPoint(), keyLight: perPoint() }

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
    specular: values(),
  }
}

/** Capacity above which the arrays are not kept for the next scene. A figure with hats has half as many fragments. */
const maxKept = 300_000

/** Lights the visible fragments. The result is valid until the next call. */
export function lightFragments(scene: VisibleScene, lighting: Lighting, camera: Camera): LitFragments {
  const { count, pixel, mask } = scene
  const size = room.u.length
  if (count > size || size > maxKept) room = roomFor(Math.ceil(count * 1.2))
  const fragments: LitFragments = { count, pixel, mask, ...room }
  for (let start = 0; start < count; start += lightBatch) {
    const size = Math.min(lightBatch, count - start)
    locate(scene, fragments, start, size)
    lightPoints(lighting, points, size, light)
    fragments.red.set(light.red.subarray(0, size), start)
    fragments.green.set(light.green.subarray(0, size), start)
    fragments.blue.set(light.blue.subarray(0, size), start)
    setSpecular(fragments.specular, lighting, camera, start, size)
  }
  return fragments
}

/** Returns a copy that stays valid. */
export function copyFragments(fragments: LitFragments): LitFragments {
  const { count } = fragments
  return {
    count,
    pixel: fragments.pixel.slice(0, count),
    mask: fragments.mask.slice(0, count),
    side: fragments.side.slice(0, count),
    u: fragments.u.slice(0, count),
    v: fragments.v.slice(0, count),
    perPixel: fragments.perPixel.slice(0, count),
    red: fragments.red.slice(0, count),
    green: fragments.green.slice(0, count),
    blue: fragments.blue.slice(0, count),
    specular: fragments.specular.slice(0, count),
  }
}

/** Interpolates the attributes of fragments from the vertices of their triangles. */
function locate(
  { faces, order, face, a, b }: VisibleScene,
  fragments: LitFragments,
  start: number,
  size: number,
): void {
  for (let point = 0, at = start; point < size; point++, at++) {
    const fragment = order[at] ?? 0
    const found = faces[face[fragment] ?? 0]
    if (!found) continue
    const { a: va, b: vb, c: vc } = found.triangle
    const ka = a[fragment] ?? 0
    const kb = b[fragment] ?? 0
    const kc = 1 - ka - kb
    fragments.side[at] = found.solid * sides.length + found.side
    fragments.u[at] = ka * va.u + kb * vb.u + kc * vc.u
    fragments.v[at] = ka * va.v + kb * vb.v + kc * vc.v
    fragments.perPixel[at] = found.perPixel
    const nx = ka * va.normal[0] + kb * vb.normal[0] + kc * vc.normal[0]
    const ny = ka * va.normal[1] + kb * vb.normal[1] + kc * vc.normal[1]
    const nz = ka * va.normal[2] + kb * vb.normal[2] + kc * vc.normal[2]
    const longer = 1 / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1)
    points.nx[point] = nx * longer
    points.ny[point] = ny * longer
    points.nz[point] = nz * longer
    const off = longer * shadowBias
    points.x[point] = ka * va.position[0] + kb * vb.position[0] + kc * vc.position[0] + nx * off
    points.y[point] = ka * va.position[1] + kb * vb.position[1] + kc * vc.position[1] + ny * off
    points.z[point] = ka * va.position[2] + kb * vb.position[2] + kc * vc.position[2] + nz * off
  }
}

function setSpecular(
  specular: Float32Array,
  { keyLight }: Lighting,
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
    const hx = ex + keyLight.x
    const hy = ey + keyLight.y
    const hz = ez + keyLight.z
    const half = Math.max(0, (nx * hx + ny * hy + nz * hz) / Math.sqrt(hx * hx + hy * hy + hz * hz))
    const aside = 1 - Math.max(0, nx * ex + ny * ey + nz * ez)
    specular[start + point] =
      (light.keyLight[point] ?? 0) * gloss * toThe16th(half * Math.sqrt(half)) +
      sheen * aside * aside * aside * aside * (0.5 + 0.5 * ny)
  }
}

/** `Math.pow` would take as long as all other work for a fragment. */
function toThe16th(base: number): number {
  const fourth = base * base * base * base
  return fourth * fourth * fourth * fourth
}
