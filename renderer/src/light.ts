import type { Mesh } from './mesh.ts'
import { type Bounds, castShadow, type Points, reach, type Shadow } from './shadow.ts'
import { normalise, type Vector } from './space.ts'

interface Lamp {
  /** Unit vector towards the light. */
  x: number
  y: number
  z: number
  strength: number
  shadow: Shadow
}

/** The lights of a scene: a key light, and a sky of many weak lights whose shadows act as ambient occlusion. */
export interface Lighting {
  lamp: Lamp
  sky: readonly Lamp[]
}

const lampTowards = normalise([-0.55, 0.85, 0.8])
const lampStrength = 0.62
/** Factor per channel. */
const lampTint = { red: 1, green: 0.975, blue: 0.93 }
const skyStrength = 0.62
const skyTint = { red: 0.96, green: 0.985, blue: 1.03 }
/** Light reflected by the ground. */
const bounce = 0.13
const skyLamps = 10
/** Resolution of the shadow maps. */
const lampCells = 400
const skyCells = 96
/** Offset of shading points from their surface in studs, against self-shadowing. */
export const lift = 0.035

/** Spread evenly over the front and top of the sky. Lights behind the scene would be invisible. */
const skyDirections: readonly Vector[] = Array.from({ length: skyLamps }, (_, index) => {
  const height = 0.06 + (0.9 * (index + 0.5)) / skyLamps
  const angle = index * Math.PI * (3 - Math.sqrt(5))
  const across = Math.sqrt(1 - height * height)
  return normalise([across * Math.cos(angle), height, across * Math.sin(angle) * 0.8 + 0.25])
})

export function lightScene(blockers: Mesh, bounds: Bounds): Lighting {
  const light = ([x, y, z]: Vector, strength: number, cells: number): Lamp => ({
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

/** Light on points, one item per point. */
export interface Light {
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  /** Share of the key light that arrives, from 0 to 1. */
  lamp: Float32Array
}

/** Number of points that are lit per batch, light by light. A batch fits into the processor cache. */
export const litAtOnce = 2_048

const slants = new Float32Array(litAtOnce)
const arriving = new Float32Array(litAtOnce)
const fromSky = new Float32Array(litAtOnce)

/** Computes the light on the first `count` points, at most `litAtOnce`. Points must be offset from their surface by `lift`. */
export function shineOn({ lamp, sky }: Lighting, points: Points, count: number, light: Light): void {
  fromSky.fill(0, 0, count)
  for (const part of sky) {
    setSlants(part, points, count)
    reach(part.shadow, points, count, slants, arriving)
    for (let point = 0; point < count; point++) {
      fromSky[point] = (fromSky[point] ?? 0) + (slants[point] ?? 0) * part.strength * (arriving[point] ?? 0)
    }
  }
  setSlants(lamp, points, count)
  reach(lamp.shadow, points, count, slants, light.lamp)
  for (let point = 0; point < count; point++) {
    const ofSky = fromSky[point] ?? 0
    const ofLamp = (slants[point] ?? 0) * lamp.strength * (light.lamp[point] ?? 0)
    const ground = bounce * (0.6 - 0.4 * (points.ny[point] ?? 0))
    light.red[point] = ground + ofSky * skyTint.red + ofLamp * lampTint.red
    light.green[point] = ground + ofSky * skyTint.green + ofLamp * lampTint.green
    light.blue[point] = ground + ofSky * skyTint.blue + ofLamp * lampTint.blue
  }
}

/** Sets the cosine of the angle of incidence for each point. */
function setSlants({ x, y, z }: Lamp, { nx, ny, nz }: Points, count: number): void {
  for (let point = 0; point < count; point++) {
    slants[point] = (nx[point] ?? 0) * x + (ny[point] ?? 0) * y + (nz[point] ?? 0) * z
  }
}
