import type { Mesh } from './mesh.ts'
import { type Bounds, castShadow, lightAt, type Shadow } from './shadow.ts'
import { normalise, type Vector } from './space.ts'

interface Light {
  /** The direction that it comes from, of length 1. */
  x: number
  y: number
  z: number
  strength: number
  shadow: Shadow
}

/** The light in a scene: a lamp, and a sky that is made of many lamps, so that it leaves corners dark. */
export interface Lighting {
  lamp: Light
  sky: readonly Light[]
}

const lampTowards = normalise([-0.55, 0.85, 0.8])
const lampStrength = 0.62
/** Shares of each colour. */
const lampTint = { red: 1, green: 0.975, blue: 0.93 }
const skyStrength = 0.62
const skyTint = { red: 0.96, green: 0.985, blue: 1.03 }
/** From the ground, which throws back what falls on it. */
const bounce = 0.13
const skyLamps = 10
/** Cells along each side of what a light sees. */
const lampCells = 400
const skyCells = 96
/** Off the surface, against shadows of itself. In studs. */
const lift = 0.035

/** Evenly over the half of the sky that is in front and above: behind, nobody sees what it lights. */
const skyDirections: readonly Vector[] = Array.from({ length: skyLamps }, (_, index) => {
  const height = 0.06 + (0.9 * (index + 0.5)) / skyLamps
  const angle = index * Math.PI * (3 - Math.sqrt(5))
  const across = Math.sqrt(1 - height * height)
  return normalise([across * Math.cos(angle), height, across * Math.sin(angle) * 0.8 + 0.25])
})

export function lightScene(blockers: Mesh, bounds: Bounds): Lighting {
  const light = ([x, y, z]: Vector, strength: number, cells: number): Light => ({
    x,
    y,
    z,
    strength,
    shadow: castShadow(blockers, bounds, [x, y, z], cells),
  })
  return {
    lamp: light(lampTowards, lampStrength, lampCells),
    sky: skyDirections.map((towards) => light(towards, (2 * skyStrength) / skyLamps, skyCells)),
  }
}

/**
 * Sets the light that falls on a point, for each colour; answers how much of the lamp's arrives, from 0 to 1. It is asked
 * a hundred thousand times for a picture, so it makes no objects.
 *
 * @param nx, ny, nz the surface's outward direction, of length 1
 */
export function arrive(
  light: Float32Array,
  { lamp, sky }: Lighting,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
): number {
  const px = x + nx * lift
  const py = y + ny * lift
  const pz = z + nz * lift
  let fromSky = 0
  for (const { x: sx, y: sy, z: sz, strength, shadow } of sky) {
    const slant = nx * sx + ny * sy + nz * sz
    if (slant > 0) fromSky += slant * strength * lightAt(shadow, px, py, pz)
  }
  const slant = nx * lamp.x + ny * lamp.y + nz * lamp.z
  const arriving = slant > 0 ? lightAt(lamp.shadow, px, py, pz) : 0
  const fromLamp = slant * lamp.strength * arriving
  const ground = bounce * (0.6 - 0.4 * ny)
  light[0] = ground + fromSky * skyTint.red + fromLamp * lampTint.red
  light[1] = ground + fromSky * skyTint.green + fromLamp * lampTint.green
  light[2] = ground + fromSky * skyTint.blue + fromLamp * lampTint.blue
  return arriving
}
