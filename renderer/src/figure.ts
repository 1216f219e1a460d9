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

/** The parts of a figure. `right` is on the viewer's left. */
export const bodyParts = ['head', 'torso', 'rightArm', 'leftArm', 'rightLeg', 'leftLeg'] as const

export type BodyPart = (typeof bodyParts)[number]

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

/** Colour and textures of a body part. */
export type Covered<Picture extends Sheet> = Pick<Part<Picture>, 'hex' | 'layers'>

export type Layers<Picture extends Sheet> = Partial<Record<Side, Layer<Picture>[]>>

const edge = 0.07
const limbSize: Vector = [1, 2, 1]

/** Returns a part around its own centre, in studs. @param segments of the round head */
export function partShape(part: BodyPart, segments: number): Mesh {
  if (part === 'head') return roundedCylinder(0.6, 1.2, 0.27, segments)
  return box(part === 'torso' ? [2, 2, 1] : limbSize, edge)
}

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
} satisfies Record<BodyPart, Placement>

/** Placement of the centre of the head, which faces the viewer. */
export const headPlacement: Placement = pose.head

/** Computed once, because every figure has the same pose. */
const meshes = new Map(bodyParts.map((part) => [part, transformMesh(partShape(part, 40), pose[part])]))

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

/** Returns what covers each part of a figure. Pants are under the shirt, the T-shirt on top. */
export function dressParts<Picture extends Sheet>(
  figure: Figure<Picture>,
): Record<BodyPart, Covered<Picture>> {
  const { colours, face, tShirt, shirt, pants } = figure
  const chest = dressed(template.torso, [pants, shirt])
  if (tShirt) chest.front = [...(chest.front ?? []), { texture: tShirt, region: wholeOf(tShirt) }]
  const right = (clothes: Picture | undefined) => dressed(template.rightLimb, [clothes])
  const left = (clothes: Picture | undefined) => dressed(template.leftLimb, [clothes])
  return {
    head: { hex: hexOf(colours.Head), layers: { front: [{ texture: face, region: wholeOf(face) }] } },
    torso: { hex: hexOf(colours.Torso), layers: chest },
    rightArm: { hex: hexOf(colours.RightArm), layers: right(shirt) },
    leftArm: { hex: hexOf(colours.LeftArm), layers: left(shirt) },
    rightLeg: { hex: hexOf(colours.RightLeg), layers: right(pants) },
    leftLeg: { hex: hexOf(colours.LeftLeg), layers: left(pants) },
  }
}

/** Returns the classic figure of six parts in its pose. */
export function poseFigure<Picture extends Sheet>(figure: Figure<Picture>): Part<Picture>[] {
  const parts = dressParts(figure)
  return [...meshes].map(([part, mesh]) => ({ mesh, ...parts[part] }))
}
