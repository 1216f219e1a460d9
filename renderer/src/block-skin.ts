import { skinLayout, skinUnits } from './block-figure.ts'
import { bodyParts, dressParts, type Figure } from './figure.ts'
import { encodeFewColours } from './image-file.ts'
import { sides } from './material.ts'
import { paintRegion } from './paint.ts'
import { colourOf, type Pixels, type Region, type Texture } from './texture.ts'

/** Pixels of a unit. With eight, the print of a T-shirt is readable from a few steps away. Four are for pictures full of detail. */
const resolutions = [8, 4] as const

/**
 * Maximum bytes of a skin. Servers put skins into the properties of players, which hold 65,535 characters of Base64. A skin of
 * the lower resolution is always smaller.
 */
export const maxSkinBytes = 48_000

/** Draws the skin of a figure as a PNG file. */
export async function drawSkin(figure: Figure<Texture>): Promise<Uint8Array> {
  let skin: Uint8Array = new Uint8Array()
  for (const resolution of resolutions) {
    skin = await encodeFewColours(paintSkin(figure, resolution))
    if (skin.length <= maxSkinBytes) break
  }
  return skin
}

/** @param resolution pixels of a unit */
function paintSkin(figure: Figure<Texture>, resolution: number): Pixels {
  const size = skinUnits * resolution
  const pixels = { width: size, height: size, rgba: new Uint8Array(size * size * 4) }
  const inPixels = ({ x, y, width, height }: Region): Region => ({
    x: x * resolution,
    y: y * resolution,
    width: width * resolution,
    height: height * resolution,
  })
  const parts = dressParts(figure)
  for (const part of bodyParts) {
    const { hex, layers } = parts[part]
    for (const side of sides) {
      const paint = { colour: colourOf(hex), opacity: 1, layers: layers[side] ?? [] }
      paintRegion(pixels, inPixels(skinLayout[part][side]), paint)
    }
  }
  return pixels
}
