import type { Camera } from './camera.ts'
import { decode } from './decode.ts'
import { CannotDraw, type Clothes, clothesNames, type Drawing, type Drawn, type Pictures } from './drawing.ts'
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
import { modelScene, placeHat } from './model-scene.ts'
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

/** @throws CannotDraw for a broken picture or mesh; an avatar is drawn without it. */
export async function draw(drawing: Drawing): Promise<Drawn> {
  switch (drawing.kind) {
    case 'avatar': {
      const omitted: string[] = []
      const figure = await dress(drawing.colours, drawing.clothes, omitted)
      const hats: Part<Texture>[] = []
      for (const hat of drawing.hats ?? []) {
        hats.push(...((await unlessBroken(`hat ${hat.name}`, omitted, placeHat(hat, textures))) ?? []))
      }
      return { ...drawFigure(figure, ['head', 'body'], hats), ...(omitted.length > 0 && { omitted }) }
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

/** Waits for a part of an avatar; one that is broken is undefined, and noted with the reason. */
async function unlessBroken<T>(part: string, omitted: string[], read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    if (!(error instanceof CannotDraw)) throw error
    omitted.push(`${part}: ${error.message}`)
    return undefined
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

/**
 * @param omitted notes what is broken, which is left out; absent: that is an error.
 * @throws CannotDraw
 */
async function dress(colours: FigureColours, clothes: Clothes, omitted?: string[]): Promise<Figure<Texture>> {
  const read = async (part: keyof Clothes, side: number): Promise<Texture | undefined> => {
    const picture = clothes[part]
    if (!picture) return undefined
    const texture = textures.read(picture, side)
    return omitted ? unlessBroken(clothesNames[part], omitted, texture) : texture
  }
  return {
    colours,
    face: (await read('face', maxSide)) ?? plainFaceFor(colours),
    tShirt: await read('tShirt', maxSide),
    shirt: await read('shirt', templateSize.width),
    pants: await read('pants', templateSize.width),
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
