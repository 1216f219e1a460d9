import type { Mesh } from './mesh.ts'
import { type Bounds, castShadow, type Shadow } from './shadow.ts'
import { normalise, type Vector } from './space.ts'

interface Light {
  towards: Vector
  strength: number
  /** Of the strength, as a share of each colour. */
  tint: readonly [red: number, green: number, blue: number]
  shadow: Shadow
}

/** The light in a scene: a lamp, and a sky that is made of many lamps, so that it leaves corners dark. */
export interface Lighting {
  /**
   * Sets the light that falls on a point, for each colour; answers how much of the lamp's arrives.
   *
   * @param n the surface's outward direction
   */
  arrive(light: Float32Array, x: number, y: number, z: number, nx: number, ny: number, nz: number): number
  lamp: Vector
}

const lampTowards = normalise([-0.55, 0.85, 0.8])
const lampStrength = 0.62
const lampTint = [1, 0.975, 0.93] as const
const skyStrength = 0.62
const skyTint = [0.96, 0.985, 1.03] as const
/** From the ground, which throws back what falls on it. */
const bounce = 0.13
const skyLamps = 14
const lampCells = 512
const skyCells = 112

/** Evenly over the half of the sky that is in front and above: behind, nobody sees what it lights. */
const skyDirections: readonly Vector[] = Array.from({ length: skyLamps }, (_, index) => {
  const height = 0.06 + (0.9 * (index + 0.5)) / skyLamps
  const angle = index * Math.PI * (3 - Math.sqrt(5))
  const across = Math.sqrt(1 - height * height)
  return normalise([across * Math.cos(angle), height, across * Math.sin(angle) * 0.8 + 0.25])
})

export function lightScene(blockers: Mesh, bounds: Bounds): Lighting {
  const lamp: Light = {
    towards: lampTowards,
    strength: lampStrength,
    tint: lampTint,
    shadow: castShadow(blockers, bounds, lampTowards, lampCells),
  }
  const sky = skyDirections.map(
    (towards): Light => ({
      towards,
      strength: (2 * skyStrength) / skyLamps,
      tint: skyTint,
      shadow: castShadow(blockers, bounds, towards, skyCells),
    }),
  )
  const lights = [lamp, ...sky]
  /** Off the surface, against shadows of itself. */
  const lift = 0.035

  return {
    lamp: lampTowards,
    arrive(light, x, y, z, nx, ny, nz) {
      let red = bounce * (0.6 - 0.4 * ny)
      let green = red
      let blue = red * 0.98
      let ofLamp = 0
      const [px, py, pz] = [x + nx * lift, y + ny * lift, z + nz * lift]
      for (const { towards, strength, tint, shadow } of lights) {
        const slant = nx * towards[0] + ny * towards[1] + nz * towards[2]
        if (slant <= 0) continue
        const arriving = shadow.lightAt(px, py, pz)
        if (shadow === lamp.shadow) ofLamp = arriving
        const amount = slant * strength * arriving
        red += amount * tint[0]
        green += amount * tint[1]
        blue += amount * tint[2]
      }
      light[0] = red
      light[1] = green
      light[2] = blue
      return ofLamp
    },
  }
}
