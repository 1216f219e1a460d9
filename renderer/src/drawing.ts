import type { FigureColours } from './figure.ts'
import type { Side } from './mesh.ts'
import type { Shape } from './shapes.ts'
import type { Placement, Vector } from './space.ts'

/** What to draw with, as somebody uploaded it: not decoded yet. */
export interface EncodedFile {
  /** What it is called where somebody is told that it is broken: `asset 123456789`. */
  name: string
  bytes: Uint8Array
}

export type EncodedPicture = EncodedFile

/** Meshes and plain parts, in the clients' axes, with the files that they are made of, each of these once. */
export interface Model {
  parts: readonly ModelPart[]
  meshes: readonly EncodedFile[]
  pictures: readonly EncodedPicture[]
}

export interface ModelPart {
  /** A number: the mesh with that index. */
  shape: Shape | number
  /** In studs; of a mesh, what its lengths are multiplied with. */
  size: Vector
  placement: Placement
  /** sRGB, `#rrggbb` */
  hex: string
  /** From 0 to 1, which it is when nothing is said. */
  opacity?: number
  /** What it is covered with; only blocks have sides of their own. */
  coverings: readonly Covering[]
}

export interface Covering {
  side: Side | 'all'
  /** The picture with that index. */
  picture: number
  /** Multiplies the picture's colours; sRGB, `#rrggbb`. */
  tint?: string
  /** From 0 to 1, which it is when nothing is said. */
  opacity?: number
}

export interface Clothes {
  face?: EncodedPicture | undefined
  tShirt?: EncodedPicture | undefined
  shirt?: EncodedPicture | undefined
  pants?: EncodedPicture | undefined
}

/** What the parts of an outfit are called. */
export const clothesNames: Readonly<Record<keyof Clothes, string>> = {
  face: 'face',
  tShirt: 'T-shirt',
  shirt: 'shirt',
  pants: 'pants',
}

/** A hat about the middle of a head. */
export interface Hat extends Model {
  /** As of an `EncodedFile`. */
  name: string
}

/** All that a worker has to know to draw; it asks nobody. */
export type Drawing =
  /** Somebody's head shot and body shot. Hats stand about the middle of the head, which looks along the negative z. */
  | { kind: 'avatar'; colours: FigureColours; clothes: Clothes; hats?: readonly Hat[] }
  /** Something that is worn, on a plain figure: all of it, or its head. */
  | { kind: 'worn'; clothes: Clothes; shot: 'body' | 'head' }
  /** Meshes and plain parts, by themselves. */
  | { kind: 'model'; model: Model }
  /** A picture as it is. */
  | { kind: 'picture'; picture: EncodedPicture }

/** Counted up whenever anything is drawn otherwise: what there is of an earlier one is drawn again, when there is time. */
export const drawingEdition = 1

/** Each a PNG file. */
export interface Pictures {
  head?: Uint8Array
  body?: Uint8Array
  thumbnail?: Uint8Array
}

/** What came of a drawing. */
export interface Drawn extends Pictures {
  /** A sentence for each broken item that an avatar wears and its pictures leave out. */
  omitted?: string[]
}

/** A drawing that will not succeed however often it is tried; the message is the operator's to read. */
export class CannotDraw extends Error {
  override name = 'CannotDraw'
}

/** A drawing that takes more time of a processor, or more memory, than a drawing may. */
export class ExceedsLimits extends CannotDraw {
  override name = 'ExceedsLimits'
}
