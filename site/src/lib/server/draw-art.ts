import { type ArtShape, artWidths } from '#lib/components/place-art.ts'
import { sceneOf } from './place-scene.ts'

const height = 180

/** Draws the default picture of a place as SVG. */
export function drawArt(seed: string, shape: ArtShape): string {
  const width = artWidths[shape]
  const { sky, layers } = sceneOf(seed, width)
  const paths = layers.map(({ fill, d }) => `<path fill="${fill}" d="${d}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${sky}"/>${paths}</svg>`
}
