import { Refused } from '@baseplate/platform/foundation/errors'
import { artWidths, isArtShape } from '#lib/components/place-art.ts'
import { sceneOf } from '#lib/server/place-scene.ts'
import type { RequestHandler } from './$types'

const height = 180

/** Draws the default picture of a place. It is cached permanently, because its URL changes with the drawing. */
export const GET: RequestHandler = ({ params }) => {
  const { shape, seed } = params
  if (!isArtShape(shape) || !/^[\w-]{1,40}$/.test(seed)) throw new Refused('site.not_found')
  const width = artWidths[shape]
  const { sky, layers } = sceneOf(seed, width)
  const paths = layers.map(({ fill, d }) => `<path fill="${fill}" d="${d}"/>`).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${sky}"/>${paths}</svg>`
  return new Response(svg, {
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}
