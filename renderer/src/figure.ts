import { sides } from './material.ts'
import { box, type Mesh, roundedCylinder, type Side, transformMesh } from './mesh.ts'
import { hexOf } from './palette.ts'
import type { Bounds } from './shadow-map.ts'
import {
  after,
  type Placement,
  pitch,
  type Rotation,
  roll,
  rotate,
  upright,
  type Vector,
  yaw,
} from './space.ts'
import { type Sides, template, templateSize } from './template.ts'
import type { Layer, Region } from './texture.ts'

/** Palette numbers. */
export interface FigureColours {
  Head: number
  Torso: number
  LeftArm: number
  RightArm: number
  LeftLeg: number
  RightLeg: number
}

/** A picture in the caller's form. Sizes in pixels. */
export interface Sheet {
  width: number
  height: number
}

/** Appearance of a figure. */
export interface Figure<Picture extends Sheet> {
  colours: FigureColours
  face: Picture
  tShirt?: Picture | undefined
  shirt?: Picture | undefined
  pants?: Picture | undefined
}

export interface Part<Picture extends Sheet> {
  mesh: Mesh
  /** sRGB, `#rrggbb` */
  hex: string
  /** Opacity of the colour from 0 to 1. Default: 1. */
  opacity?: number
  /** Textures of each side, the lowest first. */
  layers: Layers<Picture>
}

export type Layers<Picture extends Sheet> = Partial<Record<Side, Layer<Picture>[]>>

const edge = 0.07
const limbSize: Vector = [1, 2, 1]
const torso = box([2, 2, 1], edge)
const limb = box(limbSize, edge)
const head = roundedCylinder(0.6, 1.2, 0.27, 40)

const torsoOccluder = box([1.96, 1.98, 0.96], 0)
const limbOccluder = box([0.94, 1.96, 0.94], 0)
const headOccluder = roundedCylinder(0.58, 1.16, 0.3, 14)

/** Rotates a part around a joint at `from`, relative to its centre, and moves the joint to `to`. */
function hang(rotation: Rotation, from: Vector, to: Vector): Placement {
  const [x, y, z] = rotate(rotation, from)
  return { rotation, offset: [to[0] - x, to[1] - y, to[2] - z] }
}

/** A relaxed standing pose. Right limbs are on the viewer's left. */
const pose = {
  head: { rotation: after(yaw(-7), pitch(-1)), offset: [0, 4.6, 0] },
  torso: { rotation: upright, offset: [0, 3, 0] },
  rightArm: hang(after(roll(-4), pitch(7)), [0.5, 0.8, 0], [-1.04, 3.8, 0]),
  leftArm: hang(after(roll(4), pitch(-8)), [-0.5, 0.8, 0], [1.04, 3.8, 0]),
  rightLeg: hang(after(roll(-1.2), pitch(-3.5)), [0, 1, 0], [-0.51, 2, 0]),
  leftLeg: hang(after(roll(1.2), pitch(3.5)), [0, 1, 0], [0.51, 2, 0]),
} satisfies Record<string, Placement>

/** Placement of the centre of the head, which faces the viewer. */
export const headPlacement: Placement = pose.head

/** Computed once, because every figure has the same pose. */
const meshes = {
  head: transformMesh(head, pose.head),
  torso: transformMesh(torso, pose.torso),
  rightArm: transformMesh(limb, pose.rightArm),
  leftArm: transformMesh(limb, pose.leftArm),
  rightLeg: transformMesh(limb, pose.rightLeg),
  leftLeg: transformMesh(limb, pose.leftLeg),
}

/** A simplified figure that casts the shadows. */
export const figureOccluders: Mesh = [
  ...transformMesh(headOccluder, pose.head),
  ...transformMesh(torsoOccluder, pose.torso),
  ...[pose.rightArm, pose.leftArm, pose.rightLeg, pose.leftLeg].flatMap((at) =>
    transformMesh(limbOccluder, at),
  ),
]

export const figureBounds: Bounds = { centre: [0, 2.6, 0], radius: 3.3 }

const wholeOf = ({ width, height }: Sheet): Region => ({ x: 0, y: 0, width, height })

/** Returns the layers of a part from its regions in clothes that follow the template. */
function dressed<Picture extends Sheet>(
  regions: Sides<Region>,
  clothes: readonly (Picture | undefined)[],
): Layers<Picture> {
  const layers: Layers<Picture> = {}
  for (const texture of clothes) {
    if (!texture) continue
    const [wide, high] = [texture.width / templateSize.width, texture.height / templateSize.height]
    for (const side of sides) {
      const { x, y, width, height } = regions[side]
      const region = { x: x * wide, y: y * high, width: width * wide, height: height * high }
      layers[side] = [...(layers[side] ?? []), { texture, region }]
    }
  }
  return layers
}

/** Returns the classic figure of six parts in its pose. Pants are under the shirt, the T-shirt on top. */
export function poseFigure<Picture extends Sheet>(figure: Figure<Picture>): Part<Picture>[] {
  const { colours, face, tShirt, shirt, pants } = figure
  const chest = dressed(template.torso, [pants, shirt])
  if (tShirt) chest.front = [...(chest.front ?? []), { texture: tShirt, region: wholeOf(tShirt) }]
  const part = (mesh: Mesh, number: number, layers: Layers<Picture>): Part<Picture> => ({
    mesh,
    hex: hexOf(number),
    layers,
  })
  const right = (clothes: Picture | undefined) => dressed(template.rightLimb, [clothes])
  const left = (clothes: Picture | undefined) => dressed(template.leftLimb, [clothes])
  return [
    part(meshes.head, colours.Head, { front: [{ texture: face, region: wholeOf(face) }] }),
    part(meshes.torso, colours.Torso, chest),
    part(meshes.rightArm, colours.RightArm, right(shirt)),
    part(meshes.leftArm, colours.LeftArm, left(shirt)),
    part(meshes.rightLeg, colours.RightLeg, right(pants)),
    part(meshes.leftLeg, colours.LeftLeg, left(pants)),
  ]
}
