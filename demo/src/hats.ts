import { type Corner, type Face, lathe, meshText, type Point } from '@baseplate/renderer/models/write-mesh'
import { cloth, designs, svg } from './clothes.ts'
import { designNames } from './words.ts'

/** Returns the profile of a ring around the upright axis. */
const tube = (radius: number, height: number, thick: number): Point[] =>
  Array.from({ length: 13 }, (_, step) => {
    const angle = (step / 12) * 2 * Math.PI
    return [radius + thick * Math.sin(angle), height + thick * Math.cos(angle)]
  })

/** Builds a wall around the upright axis whose height depends on the angle. */
function wall(radius: number, thick: number, heightAt: (turn: number) => number, segments = 48): Face[] {
  const corner = (turn: number, out: 1 | -1, height: number, v: number): Corner => {
    const angle = (2 * Math.PI * turn) / segments
    const [x, z] = [Math.sin(angle), -Math.cos(angle)]
    const at = radius + (out * thick) / 2
    return { position: [at * x, height, at * z], normal: [out * x, 0, out * z], u: turn / segments, v }
  }
  return Array.from({ length: segments }, (_, turn): Face[] => {
    const sides = ([1, -1] as const).flatMap((out): Face[] => {
      const [a, b] = [corner(turn, out, heightAt(turn), 1), corner(turn + 1, out, heightAt(turn + 1), 1)]
      const [c, d] = [corner(turn, out, 0, 0), corner(turn + 1, out, 0, 0)]
      return [
        [a, b, c],
        [b, d, c],
      ]
    })
    const edge = ([1, -1] as const).flatMap((out) =>
      [turn, turn + 1].map((at) => ({ ...corner(at, out, heightAt(at), 1), normal: [0, 1, 0] as const })),
    )
    const [a, b, c, d] = edge
    return a && b && c && d ? [...sides, [a, b, c], [b, d, c]] : sides
  }).flat()
}

/** Height of a crown with six points and a low rim. */
const crown = (turn: number) => 0.28 + 0.36 * Math.abs(((turn % 8) - 4) / 4) ** 1.4

/** Meshes for the top of a head. The origin is just below the top; a head is 0.6 wide. */
const shapes: Readonly<Record<string, () => Face[]>> = {
  'Party Hat': () =>
    lathe([
      [0, 1.2],
      [0.05, 1.12],
      [0.57, -0.02, 'sharp'],
      [0.52, -0.02, 'sharp'],
      [0, 1],
    ]),
  'Top Hat': () =>
    lathe([
      ...([
        [0, 0.96],
        [0.52, 0.96, 'sharp'],
        [0.55, 0.92],
        [0.56, 0.08, 'sharp'],
      ] as const),
      ...([
        [0.95, 0.08],
        [1, 0.03],
        [0.95, -0.03],
        [0.56, -0.03, 'sharp'],
        [0.5, 0.3],
      ] as const),
    ]),
  Bowler: () =>
    lathe([
      ...([
        [0, 0.74],
        [0.25, 0.7],
        [0.46, 0.56],
        [0.58, 0.32],
        [0.61, 0.04, 'sharp'],
      ] as const),
      ...([
        [0.84, 0.1],
        [0.9, 0.07],
        [0.84, 0],
        [0.6, -0.06, 'sharp'],
        [0.5, 0.3],
      ] as const),
    ]),
  'Wizard Hat': () =>
    lathe([
      ...([
        [0, 1.9],
        [0.07, 1.78],
        [0.22, 1.1],
        [0.42, 0.5],
        [0.62, 0.06, 'sharp'],
      ] as const),
      ...([
        [1.1, -0.02],
        [1.13, -0.05],
        [1.08, -0.08],
        [0.6, -0.02, 'sharp'],
        [0.4, 0.4],
      ] as const),
    ]),
  Crown: () => wall(0.6, 0.07, crown),
  'Chef Hat': () =>
    lathe([
      ...([
        [0, 1.15],
        [0.4, 1.12],
        [0.7, 0.97],
        [0.79, 0.76],
        [0.7, 0.55],
      ] as const),
      ...([
        [0.57, 0.44, 'sharp'],
        [0.61, -0.06, 'sharp'],
        [0.55, -0.06, 'sharp'],
        [0.5, 0.3],
      ] as const),
    ]),
  Beanie: () =>
    lathe([
      ...([
        [0, 1],
        [0.13, 0.96],
        [0.18, 0.84],
        [0.13, 0.72],
        [0.05, 0.68, 'sharp'],
      ] as const),
      ...([
        [0.3, 0.63],
        [0.53, 0.43],
        [0.62, 0.12, 'sharp'],
        [0.67, 0.08],
        [0.67, -0.1],
      ] as const),
      ...([
        [0.62, -0.14, 'sharp'],
        [0.5, 0.2],
      ] as const),
    ]),
  Halo: () => lathe(tube(0.55, 0.5, 0.08), 40),
  'Traffic Cone': () =>
    lathe([
      ...([
        [0, 1.35],
        [0.12, 1.35, 'sharp'],
        [0.5, 0.08, 'sharp'],
        [0.8, 0.08, 'sharp'],
      ] as const),
      ...([
        [0.8, -0.03, 'sharp'],
        [0.5, -0.03, 'sharp'],
        [0.1, 1],
      ] as const),
    ]),
  'Flower Pot': () =>
    lathe([
      ...([
        [0, 0.85],
        [0.42, 0.85, 'sharp'],
        [0.56, 0.22, 'sharp'],
        [0.66, 0.22, 'sharp'],
      ] as const),
      ...([
        [0.67, -0.06, 'sharp'],
        [0.58, -0.06, 'sharp'],
        [0.45, 0.4],
      ] as const),
    ]),
}

const names = Object.keys(shapes)

export interface Hat {
  name: string
  shape: string
  /** The texture as SVG. */
  svg: string
}

/** Returns one of 160 hats, which combine shapes and textures. */
export function hat(index: number): Hat {
  const shape = names[index % names.length] ?? ''
  const which = (index * 3 + Math.floor(index / names.length)) % designs.length
  const design = designs[which]
  if (!design) throw new Error(`there is no hat ${index}`)
  return {
    name: `${designNames[which]} ${shape}`,
    shape,
    svg: svg(256, 256, `${cloth(design)}<rect width="256" height="256" fill="url(#cloth)"/>`),
  }
}

/** Returns the mesh file of a shape. */
export function hatMesh(shape: string): Buffer {
  const faces = shapes[shape]
  if (!faces) throw new Error(`there is no hat like ${shape}`)
  return meshText(faces())
}
