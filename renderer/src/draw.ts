import { drawSkin } from './block-skin.ts'
import {
  CannotDraw,
  type Clothes,
  clothesNames,
  type Drawing,
  type Drawn,
  type Pictures,
  pictureSize,
} from './drawing.ts'
import { plainFaceOn } from './face.ts'
import {
  type Figure,
  type FigureColours,
  figureBounds,
  figureOccluders,
  type Part,
  poseFigure,
} from './figure.ts'
import { type Camera, cameraOf, stepBack, type View } from './framing.ts'
import { bakeHat } from './hat-files.ts'
import { type Lighting, lightScene } from './light.ts'
import { copyFragments, type LitFragments, lightFragments } from './lit-fragments.ts'
import type { Solid } from './material.ts'
import type { Mesh } from './mesh.ts'
import { occludersOf } from './model.ts'
import { modelScene, wornHat } from './model-scene.ts'
import { hexOf } from './palette.ts'
import { encodePng } from './png.ts'
import { createRasterizer } from './rasterize.ts'
import { shade } from './shade.ts'
import { enlargedBounds } from './shadow-map.ts'
import { after, pitch, yaw } from './space.ts'
import { templateSize } from './template.ts'
import { colourOf, type Pixels, type Texture, textureOf } from './texture.ts'
import { createTextures, decode } from './textures.ts'

/** Maximum side of an uploaded picture in pixels. Larger ones are scaled down, since no view shows more detail. */
const maxSide = 512

/** Views of the whole figure and of its head, through a long lens from far away, so that boxes keep their shape. */
const views = {
  body: { target: [0, 2.58, 0], distance: 17, rotation: after(pitch(9), yaw(19)), focal: 1050 },
  head: { target: [0, 4.42, 0], distance: 17, rotation: after(pitch(7), yaw(16)), focal: 2800 },
} satisfies Record<string, View>

type FigureView = keyof typeof views

/** The figure on which clothes for sale are shown. */
const plainColours: FigureColours = {
  Head: 208,
  Torso: 208,
  LeftArm: 208,
  RightArm: 208,
  LeftLeg: 208,
  RightLeg: 208,
}

const figureLighting = lightScene(figureOccluders, figureBounds)

/** Textures of the two plain faces. */
const plainFaces = new Map<Pixels, Texture>()

/** Room for 18 shirts of 1.7 MB. A drawing may take 256 MB in all. */
const textures = createTextures(32_000_000)

const rasterize = createRasterizer(pictureSize, pictureSize)

/** Reused for every picture. */
const rgba = new Uint8Array(pictureSize * pictureSize * 4)

/** The lit fragments of a figure without hats. All figures share one pose and differ only in colours and clothes. */
const figureFragments = new Map<FigureView, LitFragments>()

/**
 * Draws the pictures of a subject. An avatar is drawn without its broken items, which `omitted` lists.
 *
 * @throws CannotDraw for a broken picture or mesh of any other subject
 */
export async function draw(drawing: Drawing): Promise<Drawn> {
  switch (drawing.kind) {
    case 'avatar': {
      const omitted: string[] = []
      const figure = await dress(drawing.colours, drawing.clothes, omitted)
      const hats: Part<Texture>[] = []
      for (const hat of drawing.hats ?? []) {
        hats.push(...((await unlessBroken(`hat ${hat.name}`, omitted, wornHat(hat, textures))) ?? []))
      }
      return { ...drawFigure(figure, ['head', 'body'], hats), ...(omitted.length > 0 && { omitted }) }
    }
    case 'worn': {
      const { view, clothes } = drawing
      const { [view]: thumbnail } = drawFigure(await dress(plainColours, clothes), [view])
      return { ...(thumbnail && { thumbnail }) }
    }
    case 'skin': {
      const omitted: string[] = []
      const figure = await dress(drawing.colours, drawing.clothes, omitted)
      return { skin: await drawSkin(figure), ...(omitted.length > 0 && { omitted }) }
    }
    case 'hat':
      return { hat: await bakeHat(drawing.model, textures) }
    case 'model': {
      const { parts, lighting, camera } = await modelScene(drawing.model, textures, pictureSize)
      const solids = parts.map(solidOf)
      return { thumbnail: encodeShaded(renderFragments(solids, lighting, camera), solids) }
    }
    case 'picture':
      return { thumbnail: encodePng(centred(await decode(drawing.picture, pictureSize))) }
  }
}

/** Returns undefined for a broken item of an avatar, and adds the reason to `omitted`. */
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
  wanted: readonly FigureView[],
  hats: readonly Part<Texture>[] = [],
): Pick<Pictures, FigureView> {
  const solids = [...poseFigure(figure), ...hats].map(solidOf)
  const worn = hats.map(({ mesh }) => mesh)
  const lighting = hats.length > 0 ? lightWith(occludersOf(hats)) : figureLighting
  const pictures: Pick<Pictures, FigureView> = {}
  for (const view of wanted) {
    const known = hats.length === 0 ? figureFragments.get(view) : undefined
    const fragments =
      known ?? renderFragments(solids, lighting, cameraOf(stepBack(worn, views[view], pictureSize)))
    if (!known && hats.length === 0) figureFragments.set(view, copyFragments(fragments))
    pictures[view] = encodeShaded(fragments, solids)
  }
  return pictures
}

const lightWith = (hats: Mesh): Lighting =>
  lightScene([...figureOccluders, ...hats], enlargedBounds(figureBounds, hats))

const solidOf = ({ mesh, hex, opacity = 1, layers }: Part<Texture>): Solid => ({
  mesh,
  material: { colour: colourOf(hex), opacity, layers },
})

const renderFragments = (solids: readonly Solid[], lighting: Lighting, camera: Camera): LitFragments =>
  lightFragments(rasterize(solids, camera), lighting, camera)

function encodeShaded(fragments: LitFragments, solids: readonly Solid[]): Uint8Array {
  rgba.fill(0)
  shade(
    fragments,
    solids.map(({ material }) => material),
    rgba,
  )
  return encodePng({ width: pictureSize, height: pictureSize, rgba })
}

/**
 * Reads the clothes of a figure.
 *
 * @param omitted Receives the reason for each broken item, which is left out. Without it, a broken item throws.
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

/** Centres a picture in a square of the standard size. */
function centred({ width, height, rgba }: Pixels): Pixels {
  const square = new Uint8Array(pictureSize * pictureSize * 4)
  const [left, top] = [(pictureSize - width) >> 1, (pictureSize - height) >> 1]
  for (let row = 0; row < height; row++) {
    square.set(rgba.subarray(row * width * 4, (row + 1) * width * 4), ((top + row) * pictureSize + left) * 4)
  }
  return { width: pictureSize, height: pictureSize, rgba: square }
}
