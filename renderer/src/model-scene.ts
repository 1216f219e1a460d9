import { CannotDraw, type Covering, type Model } from './drawing.ts'
import type { Part } from './figure.ts'
import { type Camera, cameraOf, fit, type View } from './framing.ts'
import { type Lighting, lightScene } from './light.ts'
import { centrePieces, occludersOf, type Piece, piecesOf, wearPieces } from './model.ts'
import { after, pitch, yaw } from './space.ts'
import type { Texture } from './texture.ts'
import type { Textures } from './textures.ts'

/** Maximum side of a texture in pixels. No view shows more detail. */
const maxSide = 512

/** Radius in studs to which a model is scaled. Light and shadows are tuned for figures of that size. */
const modelRadius = 3

/** From above and the side, through the long lens that figures use. */
const modelView: View = {
  target: [0, 0, 0],
  distance: 17,
  rotation: after(pitch(20), yaw(30)),
  focal: 1,
}

/** @throws CannotDraw */
export async function texturedPieces(model: Model, textures: Textures): Promise<Piece<Texture>[]> {
  const keyOf = ({ picture, tint = '' }: Covering) => `${picture} ${tint}`
  const read = new Map<string, Texture>()
  for (const covering of model.parts.flatMap(({ coverings }) => coverings)) {
    const file = model.pictures[covering.picture]
    if (!file || read.has(keyOf(covering))) continue
    read.set(keyOf(covering), await textures.read(file, maxSide, covering.tint))
  }
  return piecesOf(model, (covering) => read.get(keyOf(covering)))
}

/**
 * Builds the scene of a model that fills the picture.
 *
 * @param size of the picture in pixels
 * @throws CannotDraw
 */
export async function modelScene(
  model: Model,
  textures: Textures,
  size: number,
): Promise<{ parts: Part<Texture>[]; lighting: Lighting; camera: Camera }> {
  const pieces = await texturedPieces(model, textures)
  if (pieces.length === 0) throw new CannotDraw('The model has no parts')
  const parts = centrePieces(pieces, modelRadius)
  const meshes = parts.map(({ mesh }) => mesh)
  return {
    parts,
    lighting: lightScene(occludersOf(parts), { centre: [0, 0, 0], radius: modelRadius }),
    camera: cameraOf(fit(meshes, modelView, size)),
  }
}

/**
 * Returns the parts of a hat on the head of the figure.
 *
 * @throws CannotDraw
 */
export const wornHat = async (hat: Model, textures: Textures): Promise<Part<Texture>[]> =>
  wearPieces(await texturedPieces(hat, textures))
