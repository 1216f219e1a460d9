import { plainFaceOn } from '@baseplate/platform/renderer/face'
import type { Layers, Sheet } from '@baseplate/platform/renderer/figure'
import type { Side } from '@baseplate/platform/renderer/mesh'

/** A picture that a canvas can draw. */
export type DrawableSheet = Sheet & (HTMLImageElement | HTMLCanvasElement)

/** Each side of a part has a tile of its own in one picture: three beside each other, in two rows. */
const tile = 256
const sides: readonly Side[] = ['front', 'back', 'left', 'right', 'top', 'bottom']

/** Draws what covers a part, over its colour. */
export function paintPart(hex: string, layers: Layers<DrawableSheet>): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = tile * 3
  canvas.height = tile * 2
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.fillStyle = hex
  context.fillRect(0, 0, canvas.width, canvas.height)
  for (const [index, side] of sides.entries()) {
    for (const { texture, region } of layers[side] ?? []) {
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

/** Where a point of a side is in that picture, from 0 to 1, upwards; a little inside, as its neighbours are other sides. */
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

/** The face of somebody who wears none, as in the pictures. */
export function plainFaceSheet(headHex: string): DrawableSheet {
  const { width, height, rgba } = plainFaceOn(headHex)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0)
  return canvas
}
