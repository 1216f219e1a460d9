import type { Mesh } from './mesh.ts'
import { type Bounds, type Points, renderShadowMap, type ShadowMap, sampleShadowMap } from './shadow-map.ts'
import { normalise, type Vector } from './space.ts'

interface DirectionalLight {
  /** Unit vector towards the light. */
  x: number
  y: number
  z: number
  strength: number
  shadow: ShadowMap
}

/** The lights of a scene: a key light, and a sky of many weak lights whose shadows act as ambient occlusion. */
export interface Lighting {
  keyLight: DirectionalLight
  sky: readonly DirectionalLight[]
}

const towardsKeyLight = normalise([-0.55, 0.85, 0.8])
const keyStrength = 0.62
/** Factor per channel. */
const keyTint = { red: 1, green: 0.975, blue: 0.93 }
const skyStrength = 0.62
const skyTint = { red: 0.96, green: 0.985, blue: 1.03 }
/** Light reflected by the ground. */
const bounce = 0.13
const skyLights = 10
/** Resolution of the shadow maps. */
const keyCells = 400
const skyCells = 96
/** Offset of shading points from their surface in studs, against self-shadowing. */
export const shadowBias = 0.035

/** Spread evenly over the front and top of the sky. Lights behind the scene would be invisible. */
const skyDirections: readonly Vector[] = Array.from({ length: skyLights }, (_, index) => {
  const height = 0.06 + (0.9 * (index + 0.5)) / skyLights
  const angle = index * Math.PI * (3 - Math.sqrt(5))
  const across = Math.sqrt(1 - height * height)
  return normalise([across * Math.cos(angle), height, across * Math.sin(angle) * 0.8 + 0.25])
})

export function lightScene(occluders: Mesh, bounds: Bounds): Lighting {
  const light = ([x, y, z]: Vector, strength: number, cells: number): DirectionalLight => ({
    x,
    y,
    z,
    strength,
    shadow: renderShadowMap(occluders, bounds, [x, y, z], cells),
  })
  return {
    keyLight: light(towardsKeyLight, keyStrength, keyCells),
    sky: skyDirections.map((towards) => light(towards, (2 * skyStrength) / skyLights, skyCells)),
  }
}

/** Light on points, one item per point. */
export interface Light {
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  /** Share of the key light that arrives, from 0 to 1. */
  keyLight: Float32Array
}

/** Number of points that are lit per batch, light by light. A batch fits into the processor cache. */
export const lightBatch = 2_048

const cosines = new Float32Array(lightBatch)
const arriving = new Float32Array(lightBatch)
const fromSky = new Float32Array(lightBatch)

/** Computes the light on the first `count` points, at most `lightBatch`. Points must be offset from their surface by `shadowBias`. */
export function lightPoints({ keyLight, sky }: Lighting, points: Points, count: number, light: Light): void {
  fromSky.fill(0, 0, count)
  for (const skyLight of sky) {
    setCosines(skyLight, points, count)
    sampleShadowMap(skyLight.shadow, points, count, cosines, arriving)
    for (let point = 0; point < count; point++) {
      fromSky[point] =
        (fromSky[point] ?? 0) + (cosines[point] ?? 0) * skyLight.strength * (arriving[point] ?? 0)
    }
  }
  setCosines(keyLight, points, count)
  sampleShadowMap(keyLight.shadow, points, count, cosines, light.keyLight)
  for (let point = 0; point < count; point++) {
    const ofSky = fromSky[point] ?? 0
    const ofKey = (cosines[point] ?? 0) * keyLight.strength * (light.keyLight[point] ?? 0)
    const ground = bounce * (0.6 - 0.4 * (points.ny[point] ?? 0))
    light.red[point] = ground + ofSky * skyTint.red + ofKey * keyTint.red
    light.green[point] = ground + ofSky * skyTint.green + ofKey * keyTint.green
    light.blue[point] = ground + ofSky * skyTint.blue + ofKey * keyTint.blue
  }
}

/** Sets the cosine of the angle of incidence for each point. */
function setCosines({ x, y, z }: DirectionalLight, { nx, ny, nz }: Points, count: number): void {
  for (let point = 0; point < count; point++) {
    cosines[point] = (nx[point] ?? 0) * x + (ny[point] ?? 0) * y + (nz[point] ?? 0) * z
  }
}
