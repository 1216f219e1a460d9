import { plainFaceOn } from '@baseplate/renderer/face'
import type { Part, Sheet } from '@baseplate/renderer/figure'
import type { Side } from '@baseplate/renderer/mesh'
import type { Layer } from '@baseplate/renderer/texture'

/** A picture that a canvas can draw. */
export type DrawableSheet = Sheet & (HTMLImageElement | HTMLCanvasElement)

/** Side length in pixels of a tile. One texture holds the six sides of a part in two rows of three. */
const tile = 256
const sides: readonly Side[] = ['front', 'back', 'left', 'right', 'top', 'bottom']

/** Draws the colour of a part with its opacity, and the part's textures with theirs. */
export function paintPart({ hex, opacity = 1, layers }: Part<DrawableSheet>): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  // A hat may have a thousand untextured parts, each of which needs a single pixel.
  const bare = Object.keys(layers).length === 0
  canvas.width = bare ? 1 : tile * 3
  canvas.height = bare ? 1 : tile * 2
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.globalAlpha = opacity
  context.fillStyle = hex
  context.fillRect(0, 0, canvas.width, canvas.height)
  for (const [index, side] of sides.entries()) {
    for (const { texture, region, opacity = 1 } of layers[side] ?? []) {
      context.globalAlpha = opacity
      const { x, y, width, height } = region
      context.drawImage(
        texture,
        x,
        y,
        width,
        height,
        (index % 3) * tile,
        Math.floor(index / 3) * tile,
        tile,
        tile,
      )
    }
  }
  return canvas
}

/** Draws a texture that covers a whole part. The part's own colour does not show. */
export function paintWhole({ texture, opacity = 1 }: Layer<DrawableSheet>): HTMLCanvasElement {
  const { canvas, context } = blankSheet(texture)
  if (!context) return canvas
  context.globalAlpha = opacity
  context.drawImage(texture, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Returns the picture multiplied by a colour, `#rrggbb`. */
export function tinted(picture: DrawableSheet, hex: string): HTMLCanvasElement {
  const { canvas, context } = blankSheet(picture)
  if (!context) return canvas
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  context.globalCompositeOperation = 'multiply'
  context.fillStyle = hex
  context.fillRect(0, 0, canvas.width, canvas.height)
  // Restores the transparency of the picture.
  context.globalCompositeOperation = 'destination-in'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Returns a canvas with the picture's aspect ratio, no larger than it is displayed. */
function blankSheet({ width, height }: Sheet) {
  const smaller = Math.min(1, 512 / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * smaller))
  canvas.height = Math.max(1, Math.round(height * smaller))
  return { canvas, context: canvas.getContext('2d') }
}

/**
 * Maps a point of a side to texture coordinates from 0 to 1. Points are inset, because the neighbouring tiles are other
 * sides.
 */
export function tilePoint(side: Side, u: number, v: number): [u: number, v: number] {
  const index = sides.indexOf(side)
  const inside = (share: number) => 0.5 / tile + share * (1 - 1 / tile)
  return [((index % 3) + inside(u)) / 3, 1 - (Math.floor(index / 3) + inside(v)) / 2]
}

export async function loadSheet(address: string): Promise<DrawableSheet> {
  const image = new Image()
  image.src = address
  await image.decode()
  return image
}

/** Returns the default face, as in the rendered pictures. */
export function plainFaceSheet(headHex: string): DrawableSheet {
  const { width, height, rgba } = plainFaceOn(headHex)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0)
  return canvas
}
