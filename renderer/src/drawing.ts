import type { FigureColours } from './figure.ts'
import type { Side } from './mesh.ts'
import type { Shape } from './shapes.ts'
import type { Placement, Vector } from './space.ts'

/** An uploaded file, not decoded yet. */
export interface EncodedFile {
  /** Name for error messages: `asset 123456789`. */
  name: string
  bytes: Uint8Array
}

export type EncodedPicture = EncodedFile

/** Meshes and plain parts in the clients' axes, with their files. Each file is listed once. */
export interface Model {
  parts: readonly ModelPart[]
  meshes: readonly EncodedFile[]
  pictures: readonly EncodedPicture[]
}

export interface ModelPart {
  /** A plain shape, or the index of a mesh. */
  shape: Shape | number
  /** Size in studs, or the scale of a mesh. */
  size: Vector
  placement: Placement
  /** sRGB, `#rrggbb` */
  hex: string
  /** From 0 to 1. Default: 1. */
  opacity?: number
  /** Textures on the part. Only blocks have separate sides. */
  coverings: readonly Covering[]
}

export interface Covering {
  side: Side | 'all'
  /** Index of the picture. */
  picture: number
  /** Multiplies the colours of the picture. sRGB, `#rrggbb`. */
  tint?: string
  /** From 0 to 1. Default: 1. */
  opacity?: number
}

export interface Clothes {
  face?: EncodedPicture | undefined
  tShirt?: EncodedPicture | undefined
  shirt?: EncodedPicture | undefined
  pants?: EncodedPicture | undefined
}

/** Names of clothes in messages. */
export const clothesNames: Readonly<Record<keyof Clothes, string>> = {
  face: 'face',
  tShirt: 'T-shirt',
  shirt: 'shirt',
  pants: 'pants',
}

/** A hat, positioned relative to the centre of the head. */
export interface Hat extends Model {
  /** Name for error messages, like that of an `EncodedFile`. */
  name: string
}

/** Complete description of a drawing. Workers read nothing else. */
export type Drawing =
  /** Head shot and body shot of a user. Hats are positioned relative to the centre of the head, which faces the negative z. */
  | { kind: 'avatar'; colours: FigureColours; clothes: Clothes; hats?: readonly Hat[] }
  /** Clothes on a plain figure: the whole figure or its head. */
  | { kind: 'worn'; clothes: Clothes; view: 'body' | 'head' }
  /** An avatar as the skin of a block figure. */
  | { kind: 'skin'; colours: FigureColours; clothes: Clothes }
  /** A hat as a mesh with one texture, for the head of a block figure. */
  | { kind: 'hat'; model: Model }
  /** A model on its own. */
  | { kind: 'model'; model: Model }
  /** A decal. */
  | { kind: 'picture'; picture: EncodedPicture }

/**
 * Incremented when drawings change their appearance. Pictures of an earlier edition are re-rendered while the queue is idle.
 */
export const drawingEdition = 1

/** Width and height of every picture in pixels. */
export const pictureSize = 352

/** PNG files. */
export interface Pictures {
  head?: Uint8Array
  body?: Uint8Array
  thumbnail?: Uint8Array
}

/** A hat for the head of a block figure. */
export interface HatFiles {
  /** Wavefront OBJ. Lengths are in units of the figure's model, from the joint of its neck. */
  mesh: Uint8Array
  /** PNG. */
  texture: Uint8Array
}

/** Result of a drawing. */
export interface Drawn extends Pictures {
  /** PNG in the layout of `block-figure.ts`. */
  skin?: Uint8Array
  hat?: HatFiles
  /** One sentence per broken item of an avatar that the pictures leave out. */
  omitted?: string[]
}

/** A drawing that can never succeed. The message is for the operator. */
export class CannotDraw extends Error {
  override name = 'CannotDraw'
}

/** A drawing that exceeds its limit of processor time or memory. */
export class ExceedsLimits extends CannotDraw {
  override name = 'ExceedsLimits'
}
