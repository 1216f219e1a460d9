import { item, modelDocument } from '@baseplate/renderer/models/write-document'
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

/** A hat of one brick, whose place on the head is that of the part `Handle`. */
const writeHat = (): Buffer =>
  modelDocument(
    item(
      'Hat',
      { Name: 'Hat' },
      item('Part', { Name: 'Handle', size: [1.4, 0.6, 1.4], BrickColor: 21, shape: 1 }),
    ),
  )

interface Drawn {
  fileName: string
  contentType: string
  draw: () => Buffer
}

const png = (fileName: string, draw: () => Buffer): Drawn => ({ fileName, contentType: 'image/png', draw })

const drawn: Readonly<Record<number, Drawn>> = {
  [assetType.tShirt]: png('t-shirt-template.png', drawFrame),
  [assetType.shirt]: png('shirt-template.png', drawClothing),
  [assetType.pants]: png('pants-template.png', drawClothing),
  [assetType.decal]: png('decal-template.png', drawFrame),
  [assetType.face]: png('face-template.png', drawFrame),
  [assetType.hat]: { fileName: 'hat-template.rbxmx', contentType: 'application/xml', draw: writeHat },
}

export const hasTemplate = (type: number): boolean => drawn[type] !== undefined

/** Returns the template of an asset type; undefined when the type has none. */
export function templateOf(type: number): Template | undefined {
  const found = drawn[type]
  return found && { fileName: found.fileName, contentType: found.contentType, bytes: found.draw() }
}
