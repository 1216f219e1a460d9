import { item } from '@baseplate/renderer/models/write-document'
import { encodePng } from '@baseplate/renderer/png'
import { type Sides, template, templateSize } from '@baseplate/renderer/template'
import type { Region } from '@baseplate/renderer/texture'
import { assetType } from '../types.ts'

/** A file that makers start from: it can be uploaded as it is. */
export interface Template {
  fileName: string
  contentType: string
  bytes: Buffer
}

type Colour = readonly [red: number, green: number, blue: number]

const black: Colour = [30, 35, 45]
const blue: Colour = [125, 175, 235]
const green: Colour = [130, 205, 150]
const orange: Colour = [245, 180, 110]

/** Side length in pixels of a picture for the chest, a face or a decal. Larger ones are scaled down by clients. */
const pictureSide = 512

function createCanvas(width: number, height: number) {
  const rgba = new Uint8Array(width * height * 4)
  const fill = (region: Region, colour: Colour) => {
    for (let y = region.y; y < region.y + region.height; y++)
      for (let x = region.x; x < region.x + region.width; x++) rgba.set([...colour, 255], (y * width + x) * 4)
  }
  return { fill, encode: () => encodePng({ width, height, rgba }) }
}

/** Draws every region of the classic template in the colour of its body part: the front bright, the other sides darker. */
function drawClothing(): Buffer {
  const canvas = createCanvas(templateSize.width, templateSize.height)
  const draw = (sides: Sides<Region>, colour: Colour) => {
    for (const [side, { x, y, width, height }] of Object.entries(sides)) {
      const [red, green, blue] = colour
      const shade = side === 'front' ? 1 : 0.8
      canvas.fill({ x, y, width, height }, black)
      canvas.fill({ x: x + 1, y: y + 1, width: width - 2, height: height - 2 }, [
        red * shade,
        green * shade,
        blue * shade,
      ])
    }
  }
  draw(template.torso, blue)
  draw(template.rightLimb, green)
  draw(template.leftLimb, orange)
  return canvas.encode()
}

/** Draws a frame on a transparent ground. */
function drawFrame(): Buffer {
  const canvas = createCanvas(pictureSide, pictureSide)
  const thick = 4
  for (const at of [0, pictureSide - thick]) {
    canvas.fill({ x: 0, y: at, width: pictureSide, height: thick }, black)
    canvas.fill({ x: at, y: 0, width: thick, height: pictureSide }, black)
  }
  return canvas.encode()
}

const part = (name: string, size: readonly number[], colour: number, [x, y, z] = [0, 0, 0]) =>
  item('Part', {
    Name: name,
    size,
    CFrame: [x ?? 0, y ?? 0, z ?? 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
    BrickColor: colour,
    shape: 1,
  })

/** Numbers of the classic palette. */
const [red, nougat, stone] = [21, 18, 194]

/** Documents of the simplest items of their types. Clients place hats and gear by the part `Handle`. */
const documents: Readonly<Record<number, { fileName: string; content: () => string }>> = {
  [assetType.hat]: {
    fileName: 'hat-template.rbxmx',
    content: () => item('Hat', { Name: 'Hat' }, part('Handle', [1.4, 0.6, 1.4], red)),
  },
  [assetType.model]: {
    fileName: 'model-template.rbxmx',
    content: () =>
      item(
        'Model',
        { Name: 'House' },
        part('Walls', [8, 6, 8], nougat, [0, 3, 0]),
        part('Roof', [10, 1, 10], red, [0, 6.5, 0]),
        part('Step', [3, 0.5, 2], stone, [0, 0.25, -5]),
      ),
  },
  [assetType.gear]: {
    fileName: 'gear-template.rbxmx',
    content: () => item('Tool', { Name: 'Gear' }, part('Handle', [1, 0.8, 4], stone)),
  },
  [assetType.head]: {
    fileName: 'head-template.rbxmx',
    // 0 is the head in the clients' enumeration of meshes.
    content: () => item('SpecialMesh', { Name: 'Head', MeshType: 0 }),
  },
  [assetType.animation]: {
    fileName: 'animation-template.rbxmx',
    content: () =>
      item(
        'KeyframeSequence',
        { Name: 'Animation' },
        item('Keyframe', { Name: 'Start' }, item('Pose', { Name: 'Torso' })),
      ),
  },
}

const drawn: Readonly<Record<number, { fileName: string; draw: () => Buffer }>> = {
  [assetType.image]: { fileName: 'image-template.png', draw: drawFrame },
  [assetType.tShirt]: { fileName: 't-shirt-template.png', draw: drawFrame },
  [assetType.shirt]: { fileName: 'shirt-template.png', draw: drawClothing },
  [assetType.pants]: { fileName: 'pants-template.png', draw: drawClothing },
  [assetType.decal]: { fileName: 'decal-template.png', draw: drawFrame },
  [assetType.face]: { fileName: 'face-template.png', draw: drawFrame },
}

export const hasTemplate = (type: number): boolean =>
  drawn[type] !== undefined || documents[type] !== undefined

/**
 * Returns the template of an asset type; undefined when the type has none.
 *
 * @param root element of documents (`Client.DocumentRoot`).
 */
export function templateOf(type: number, root: string): Template | undefined {
  const picture = drawn[type]
  if (picture) return { fileName: picture.fileName, contentType: 'image/png', bytes: picture.draw() }
  const document = documents[type]
  if (!document) return undefined
  const { fileName, content } = document
  return { fileName, contentType: 'application/xml', bytes: Buffer.from(documentOf(root, content())) }
}

const documentOf = (root: string, content: string) => `<${root} version="4">${content}</${root}>`
