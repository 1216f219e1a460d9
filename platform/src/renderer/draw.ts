import type { Camera } from './camera.ts'
import { decode } from './decode.ts'
import type { Clothes, Drawing, EncodedPicture, Pictures } from './drawing.ts'
import { type Exposure, expose, kept } from './exposure.ts'
import { plainFaceOn } from './face.ts'
import {
  type Figure,
  type FigureColours,
  figureBlockers,
  figureBounds,
  type Part,
  poseFigure,
} from './figure.ts'
import { cameraOf, stepBack, type View } from './framing.ts'
import { type Lighting, lightScene } from './light.ts'
import type { Mesh } from './mesh.ts'
import { shadowsOf } from './model.ts'
import { modelScene, placeHats } from './model-scene.ts'
import { paint } from './paint.ts'
import { hexOf } from './palette.ts'
import { encodePng } from './png.ts'
import { createRaster } from './raster.ts'
import { reachOf } from './shadow.ts'
import { pictureSize } from './size.ts'
import { after, pitch, yaw } from './space.ts'
import type { Solid } from './surface.ts'
import { templateSize } from './template.ts'
import { colourOf, type Pixels, type Texture, textureOf } from './texture.ts'
import { createTextures } from './textures.ts'

/** What somebody uploaded is made as small as it can be seen. */
const maxSide = 512

/** The whole figure, and its head: from far away through a long lens, so that boxes stay boxes. */
const views = {
  body: { target: [0, 2.58, 0], distance: 17, rotation: after(pitch(9), yaw(19)), focal: 1050 },
  head: { target: [0, 4.42, 0], distance: 17, rotation: after(pitch(7), yaw(16)), focal: 2800 },
} satisfies Record<string, View>

type Shot = keyof typeof views

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

/** Of the 256 MB that a drawing may take: 18 shirts, of 1.7 MB each. */
const textures = createTextures(32_000_000)

const raster = createRaster(pictureSize, pictureSize)

/** Every scene is painted here before it is encoded. */
const rgba = new Uint8Array(pictureSize * pictureSize * 4)

/** What is seen of a figure without a hat: everybody stands alike, and differs in colours and clothes alone. */
const figureExposures = new Map<Shot, Exposure>()

/** @throws CannotDraw for a broken picture or mesh */
export async function draw(drawing: Drawing): Promise<Pictures> {
  switch (drawing.kind) {
    case 'avatar': {
      const figure = await dress(drawing.colours, drawing.clothes)
      return drawFigure(figure, ['head', 'body'], await placeHats(drawing.hats ?? [], textures))
    }
    case 'worn': {
      const { shot, clothes } = drawing
      const { [shot]: thumbnail } = drawFigure(await dress(plainColours, clothes), [shot])
      return { ...(thumbnail && { thumbnail }) }
    }
    case 'model': {
      const { parts, lighting, camera } = await modelScene(drawing.model, textures, pictureSize)
      const solids = parts.map(solidOf)
      return { thumbnail: develop(look(solids, lighting, camera), solids) }
    }
    case 'picture':
      return { thumbnail: encodePng(centred(await decode(drawing.picture, pictureSize))) }
  }
}

function drawFigure(
  figure: Figure<Texture>,
  shots: readonly Shot[],
  hats: readonly Part<Texture>[] = [],
): Pick<Pictures, Shot> {
  const solids = [...poseFigure(figure), ...hats].map(solidOf)
  const worn = hats.map(({ mesh }) => mesh)
  const lighting = hats.length > 0 ? lightWith(shadowsOf(hats)) : figureLighting
  const pictures: Pick<Pictures, Shot> = {}
  for (const shot of shots) {
    const known = hats.length === 0 ? figureExposures.get(shot) : undefined
    const exposure = known ?? look(solids, lighting, cameraOf(stepBack(worn, views[shot], pictureSize)))
    if (!known && hats.length === 0) figureExposures.set(shot, kept(exposure))
    pictures[shot] = develop(exposure, solids)
  }
  return pictures
}

const lightWith = (hats: Mesh): Lighting =>
  lightScene([...figureBlockers, ...hats], reachOf(figureBounds, hats))

const solidOf = ({ mesh, hex, opacity = 1, layers }: Part<Texture>): Solid => ({
  mesh,
  surface: { colour: colourOf(hex), opacity, layers },
})

const look = (solids: readonly Solid[], lighting: Lighting, camera: Camera): Exposure =>
  expose(raster(solids, camera), lighting, camera)

function develop(exposure: Exposure, solids: readonly Solid[]): Uint8Array {
  rgba.fill(0)
  paint(
    exposure,
    solids.map(({ surface }) => surface),
    rgba,
  )
  return encodePng({ width: pictureSize, height: pictureSize, rgba })
}

async function dress(
  colours: FigureColours,
  { face, tShirt, shirt, pants }: Clothes,
): Promise<Figure<Texture>> {
  const textured = async (picture: EncodedPicture | undefined, side: number): Promise<Texture | undefined> =>
    picture && textures.read(picture, side)
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

/** In the middle of a square of the size of all pictures. */
function centred({ width, height, rgba }: Pixels): Pixels {
  const square = new Uint8Array(pictureSize * pictureSize * 4)
  const [left, top] = [(pictureSize - width) >> 1, (pictureSize - height) >> 1]
  for (let row = 0; row < height; row++) {
    square.set(rgba.subarray(row * width * 4, (row + 1) * width * 4), ((top + row) * pictureSize + left) * 4)
  }
  return { width: pictureSize, height: pictureSize, rgba: square }
}
