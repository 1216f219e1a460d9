import type { FigureColours } from './figure.ts'
import type { Model } from './model.ts'

/** What to draw with, as somebody uploaded it: not decoded yet. */
export interface EncodedFile {
  /** What it is called where somebody is told that it is broken: `asset 123456789`. */
  name: string
  bytes: Uint8Array
}

export type EncodedPicture = EncodedFile

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
