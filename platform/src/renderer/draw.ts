import { NotAnImage, toPixels } from '../foundation/images.ts'
import { type Camera, createCanvas, lookAt } from './canvas.ts'
import { CannotDraw, type Clothes, type Drawing, type EncodedPicture, type Pictures } from './drawing.ts'
import { plainFaceOn } from './face.ts'
import { type Figure, type FigureColours, figureBlockers, figureBounds, poseFigure } from './figure.ts'
import { lightScene } from './light.ts'
import { hexOf } from './palette.ts'
import { encodePng } from './png.ts'
import { pictureSize } from './size.ts'
import { after, pitch, yaw } from './space.ts'
import { templateSize } from './template.ts'
import { colourOf, type Pixels, type Texture, textureOf } from './texture.ts'

/** What somebody uploaded may have this many pixels, and is made as small as it can be seen. */
const maxPixels = 20_000_000
const maxSide = 512

const turn = after(pitch(9), yaw(19))

/** The whole figure, and its head: from far away through a long lens, so that boxes stay boxes. */
const cameras = {
  body: lookAt([0, 2.58, 0], 17, turn, 1050),
  head: lookAt([0, 4.42, 0], 17, after(pitch(7), yaw(16)), 2800),
} satisfies Record<string, Camera>

/** What clothes are shown on, where it is clothes that are shown. */
const plainColours: FigureColours = {
  Head: 208,
  Torso: 208,
  LeftArm: 208,
  RightArm: 208,
  LeftLeg: 208,
  RightLeg: 208,
}

const figureLighting = lightScene(figureBlockers, figureBounds)

/** By the picture that they are of: there are two. */
const plainFaces = new Map<Pixels, Texture>()

const canvas = createCanvas(pictureSize, pictureSize)

/** @throws CannotDraw for a broken picture */
export async function draw(drawing: Drawing): Promise<Pictures> {
  switch (drawing.kind) {
    case 'avatar': {
      const { head, body } = drawFigure(await dress(drawing.colours, drawing.clothes), ['head', 'body'])
      return { ...(head && { head }), ...(body && { body }) }
    }
    case 'worn': {
      const { shot, clothes } = drawing
      const { [shot]: thumbnail } = drawFigure(await dress(plainColours, clothes), [shot])
      return { ...(thumbnail && { thumbnail }) }
    }
    case 'picture':
      return { thumbnail: encodePng(centred(await decode(drawing.picture, pictureSize))) }
  }
}

function drawFigure(figure: Figure<Texture>, shots: readonly (keyof typeof cameras)[]): Pictures {
  const solids = poseFigure(figure).map(({ mesh, hex, layers }) => ({
    mesh,
    surface: { colour: colourOf(hex), layers },
  }))
  const pictures: Pictures = {}
  for (const shot of shots) pictures[shot] = encodePng(canvas.draw(solids, figureLighting, cameras[shot]))
  return pictures
}

async function dress(
  colours: FigureColours,
  { face, tShirt, shirt, pants }: Clothes,
): Promise<Figure<Texture>> {
  const textured = async (picture: EncodedPicture | undefined, side: number): Promise<Texture | undefined> =>
    picture && textureOf(await decode(picture, side))
  return {
    colours,
    face: (await textured(face, maxSide)) ?? plainFaceFor(colours),
    tShirt: await textured(tShirt, maxSide),
    shirt: await textured(shirt, templateSize.width),
    pants: await textured(pants, templateSize.width),
  }
}

function plainFaceFor({ Head }: FigureColours): Texture {
  const pixels = plainFaceOn(hexOf(Head))
  const texture = plainFaces.get(pixels) ?? textureOf(pixels)
  plainFaces.set(pixels, texture)
  return texture
}

async function decode({ name, bytes }: EncodedPicture, side: number): Promise<Pixels> {
  try {
    return await toPixels(bytes, { maxPixels, maxSide: side })
  } catch (error) {
    if (error instanceof NotAnImage)
      throw new CannotDraw(`The picture of ${name} cannot be read: ${error.message}`)
    throw error
  }
}

/** In the middle of a square of the size of all pictures. */
function centred({ width, height, rgba }: Pixels): Pixels {
  const square = new Uint8Array(pictureSize * pictureSize * 4)
  const [left, top] = [(pictureSize - width) >> 1, (pictureSize - height) >> 1]
  for (let row = 0; row < height; row++) {
    square.set(rgba.subarray(row * width * 4, (row + 1) * width * 4), ((top + row) * pictureSize + left) * 4)
  }
  return { width: pictureSize, height: pictureSize, rgba: square }
}
