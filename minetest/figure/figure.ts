import { headAboveNeck, skinLayout, skinUnits, unitsInStud } from '@baseplate/renderer/block-figure'
import { type BodyPart, partShape } from '@baseplate/renderer/figure'
import type { Triangle, Vertex } from '@baseplate/renderer/mesh'
import { type AnimatedModel, encodeB3d, type Joint, type JointKey, type ModelVertex } from './b3d.ts'
import { type Bone, keys } from './poses.ts'

/** Segments of the round head, half as many as in pictures. */
const headSegments = 20

/** Inset of texture coordinates from the edge of their region, in units of the layout: half a pixel of a skin. */
const inset = 1 / 16

type Point = readonly [x: number, y: number, z: number]

interface BoneShape {
  part: BodyPart
  /** Studs, in the engine's axes, from the ground. */
  joint: Point
  /** Middle of the part, from the joint. */
  middle: Point
}

/** The classic figure at rest: legs of two studs, a torso of two, and a head. Right limbs have a positive x. */
const bones: Readonly<Record<Bone, BoneShape>> = {
  Torso: { part: 'torso', joint: [0, 2, 0], middle: [0, 1, 0] },
  Head: { part: 'head', joint: [0, 4, 0], middle: [0, headAboveNeck, 0] },
  Arm_Right: { part: 'rightArm', joint: [1.5, 3.5, 0], middle: [0, -0.5, 0] },
  Arm_Left: { part: 'leftArm', joint: [-1.5, 3.5, 0], middle: [0, -0.5, 0] },
  Leg_Right: { part: 'rightLeg', joint: [0.5, 2, 0], middle: [0, -1, 0] },
  Leg_Left: { part: 'leftLeg', joint: [-0.5, 2, 0], middle: [0, -1, 0] },
}

const limbs = (Object.keys(bones) as Bone[]).filter((bone) => bone !== 'Torso')

const inUnits = ([x, y, z]: Point): Point => [x * unitsInStud, y * unitsInStud, z * unitsInStud]
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

/** Returns the animated model of the figure as a file. The same code always returns the same bytes. */
export const encodeFigure = (): Buffer => encodeB3d(figureModel())

function figureModel(): AnimatedModel {
  const vertices: ModelVertex[] = []
  const indices: number[] = []
  const verticesOf = new Map<Bone, number[]>()
  for (const bone of Object.keys(bones) as Bone[]) {
    const first = vertices.length
    addPart(bones[bone], vertices, indices)
    verticesOf.set(
      bone,
      vertices.slice(first).map((_, index) => first + index),
    )
  }
  const jointOf = (bone: Bone, children: readonly Joint[]): Joint => ({
    name: bone,
    position: inUnits(atRest(bone)),
    vertices: verticesOf.get(bone) ?? [],
    keys: keysOf(bone),
    children,
  })
  return {
    name: 'Figure',
    vertices,
    indices,
    framesPerSecond: 30,
    frames: Math.max(...keys.map(({ frame }) => frame)) + 1,
    joints: [
      jointOf(
        'Torso',
        limbs.map((bone) => jointOf(bone, [])),
      ),
    ],
  }
}

/** The limbs and the head are attached to the torso. */
const atRest = (bone: Bone): Point =>
  bone === 'Torso' ? bones.Torso.joint : minus(bones[bone].joint, bones.Torso.joint)

const keysOf = (bone: Bone): JointKey[] =>
  keys.map(({ frame, hips, turn }) => {
    const half = (((turn[bone] ?? 0) / 2) * Math.PI) / 180
    const position: Point = bone === 'Torso' ? [0, hips, 0] : atRest(bone)
    return { frame, position: inUnits(position), rotation: [Math.cos(half), Math.sin(half), 0, 0] }
  })

/** Adds the triangles of a part, each vertex once for each side of the part. */
function addPart({ part, joint, middle }: BoneShape, vertices: ModelVertex[], indices: number[]): void {
  const known = new Map<string, number>()
  const add = (vertex: Vertex, side: Triangle['side']): number => {
    const { position, normal } = vertex
    const [u, v] = onSkin(part, side, vertex)
    // The engine's axes are left-handed: the renderer's x points to the figure's left, this one to its right.
    const at = inUnits([
      joint[0] + middle[0] - position[0],
      joint[1] + middle[1] + position[1],
      joint[2] + middle[2] + position[2],
    ])
    const made: ModelVertex = { position: at, normal: [-normal[0], normal[1], normal[2]], u, v }
    const key = JSON.stringify(made)
    const index = known.get(key) ?? vertices.push(made) - 1
    known.set(key, index)
    return index
  }
  for (const { a, b, c, side } of partShape(part, headSegments)) {
    const corners = [add(a, side), add(c, side), add(b, side)]
    // Triangles at the poles of the head have no area.
    if (new Set(corners).size === 3) indices.push(...corners)
  }
}

function onSkin(part: BodyPart, side: Triangle['side'], { u, v }: Vertex): readonly [u: number, v: number] {
  const { x, y, width, height } = skinLayout[part][side]
  const within = (at: number, length: number) => Math.min(Math.max(at * length, inset), length - inset)
  return [(x + within(u, width)) / skinUnits, (y + within(v, height)) / skinUnits]
}
