import type { Covering, ModelPart } from '../drawing.ts'
import type { Shape } from '../shapes.ts'
import { add, type Placement, rotate, upright, type Vector } from '../space.ts'
import { type Content, contentOf } from './content.ts'
import type { ModelObject } from './objects.ts'
import { colour, hexOfShares, number, placement, vector } from './values.ts'

/** A part as its document describes it, before its files are loaded. */
export type WrittenPart = Omit<ModelPart, 'shape' | 'coverings'> & {
  shape: Shape | Content
  coverings: readonly (Omit<Covering, 'picture'> & { picture: Content })[]
}

/** Shape of each class. Unions and terrain have their own binary formats and are left out. */
const shapeOfClass: Readonly<Record<string, Shape>> = {
  Part: 'block',
  Seat: 'block',
  VehicleSeat: 'block',
  SpawnLocation: 'block',
  TrussPart: 'block',
  WedgePart: 'wedge',
  CornerWedgePart: 'cornerWedge',
  MeshPart: 'block',
}

/** The clients' enumeration `PartType` (create.roblox.com/docs/reference/engine/enums/PartType). */
const partTypes: readonly Shape[] = ['ball', 'block', 'cylinder', 'wedge', 'cornerWedge']

/** The clients' enumeration `MeshType`. Rare types are drawn like blocks. */
const meshTypes: readonly (Shape | 'file')[] = ['head', 'block', 'wedge', 'ball', 'cylinder', 'file', 'block']
const fileMesh = 5

/** Shape that a mesh object gives its part. A `SpecialMesh` names it in `MeshType`. */
const shapeOfMesh: Readonly<Record<string, Shape | 'file' | undefined>> = {
  SpecialMesh: undefined,
  FileMesh: 'file',
  BlockMesh: 'block',
  CylinderMesh: 'post',
}

/** The clients' enumeration `NormalId`. */
const faces = ['right', 'top', 'back', 'left', 'bottom', 'front'] as const

/** Properties that name a mesh, the newest first. A file has at most one of them. */
const meshFiles = ['MeshContent', 'MeshId', 'MeshID'] as const

/** Properties that name the picture of a decal or of a surface, the newest first. */
const pictureFiles = ['ColorMapContent', 'ColorMap', 'TextureContent', 'Texture'] as const

/** Opacity below which a part is left out, from 0 to 1. */
const leastOpacity = 0.02

const one: Vector = [1, 1, 1]
const origin: Vector = [0, 0, 0]
export const unmoved: Placement = { rotation: upright, offset: origin }

export const isPart = ({ className }: ModelObject): boolean => Object.hasOwn(shapeOfClass, className)

/** Returns all parts in the objects with their placement in the document. */
export function partsOf(objects: readonly ModelObject[]): WrittenPart[] {
  return objects.flatMap((object) => {
    const part = partOf(object)
    return [...(part ? [part] : []), ...partsOf(object.children)]
  })
}

/** Returns undefined for an invisible part and for an object that is not a part. */
function partOf(object: ModelObject): WrittenPart | undefined {
  if (!isPart(object)) return undefined
  const ofClass = shapeOfClass[object.className] ?? 'block'
  const part = shapedPart(object, ofClass)
  const seen = [part?.opacity ?? 1, ...(part?.coverings ?? []).map(({ opacity = 1 }) => opacity)]
  return Math.max(...seen) < leastOpacity ? undefined : part
}

/** Returns the opacity from 0 to 1. */
const opacityOf = (object: ModelObject) => 1 - Math.min(Math.max(number(object, 0, 'Transparency'), 0), 1)

function shapedPart(object: ModelObject, ofClass: Shape): WrittenPart | undefined {
  const mesh = object.children.find(({ className }) => Object.hasOwn(shapeOfMesh, className))
  const size = positive(vector(object, [4, 1.2, 2], 'size', 'Size'))
  const at = placement(object, 'CFrame') ?? unmoved
  const opacity = opacityOf(object)
  const basic = { hex: colour(object), placement: at, ...(opacity < 1 && { opacity }) }
  if (object.className === 'MeshPart') return meshPart(object, basic, size)
  if (mesh) return withMesh(mesh, basic, size, ofClass)
  const partType = partTypes[number(object, 1, 'shape', 'Shape')] ?? 'block'
  const shape = object.className === 'Part' ? partType : ofClass
  if (shape === 'ball') {
    const across = Math.min(...size)
    return { ...basic, shape, size: [across, across, across], coverings: [] }
  }
  return { ...basic, shape, size, coverings: shape === 'block' ? decalsOf(object) : [] }
}

type Basic = Pick<WrittenPart, 'hex' | 'opacity' | 'placement'>

function withMesh(mesh: ModelObject, basic: Basic, size: Vector, ofClass: Shape): WrittenPart | undefined {
  const by = vector(mesh, one, 'Scale')
  const offset = vector(mesh, origin, 'Offset')
  const { rotation } = basic.placement
  const part = {
    ...basic,
    placement: { rotation, offset: add(basic.placement.offset, rotate(rotation, offset)) },
  }
  const shaped = shapeOfMesh[mesh.className] ?? meshTypes[number(mesh, fileMesh, 'MeshType')]
  if (shaped === 'file') {
    const shape = contentOf(mesh, ...meshFiles)
    return shape && { ...part, shape, size: by, coverings: textureOf(mesh, basic) }
  }
  const sized = positive([size[0] * by[0], size[1] * by[1], size[2] * by[2]])
  return { ...part, shape: shaped ?? ofClass, size: sized, coverings: [] }
}

/** The mesh is scaled to the size of its part, whatever the size in its file. */
function meshPart(object: ModelObject, basic: Basic, size: Vector): WrittenPart | undefined {
  const shape = contentOf(object, ...meshFiles)
  const initial = positive(vector(object, size, 'InitialSize'))
  const by: Vector = [size[0] / initial[0], size[1] / initial[1], size[2] / initial[2]]
  return shape && { ...basic, shape, size: by, coverings: textureOf(object, basic) }
}

/** The texture of a mesh has the opacity of its part. */
function textureOf(object: ModelObject, { opacity }: Basic): WrittenPart['coverings'] {
  const surface = object.children.find(({ className }) => className === 'SurfaceAppearance')
  const picture =
    (surface && contentOf(surface, ...pictureFiles)) ??
    contentOf(object, 'TextureContent', 'TextureId', 'TextureID')
  if (!picture) return []
  const tint = hexOfShares(vector(object, one, 'VertexColor'))
  return [
    {
      side: 'all',
      picture,
      ...(tint !== '#ffffff' && { tint }),
      ...(opacity !== undefined && { opacity }),
    },
  ]
}

/** Decals stay visible on an invisible part. */
const decalsOf = ({ children }: ModelObject): WrittenPart['coverings'] =>
  children.flatMap((child) => {
    const picture = child.className === 'Decal' ? contentOf(child, ...pictureFiles) : undefined
    const side = faces[number(child, 5, 'Face')]
    const opacity = opacityOf(child)
    return picture && side ? [{ side, picture, ...(opacity < 1 && { opacity }) }] : []
  })

/** Clamps a size to the limits of clients. */
const positive = ([x, y, z]: Vector): Vector => {
  const clamp = (length: number) => Math.min(Math.max(Math.abs(length), 0.01), 2048)
  return [clamp(x), clamp(y), clamp(z)]
}
