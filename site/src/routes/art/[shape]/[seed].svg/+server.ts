import { Refused } from '@baseplate/platform/foundation/errors'
import { isArtShape } from '#lib/components/place-art.ts'
import { drawArt } from '#lib/server/draw-art.ts'
import { handles } from '#lib/server/operation.ts'
import type { RequestEvent, RequestHandler } from './$types'

export const GET: RequestHandler = handles(
  {
    scope: 'read',
    summary:
      'Draws the default picture of a place. It is cached permanently, because its URL changes with the drawing.',
  },
  ({ params }: RequestEvent) => {
    const { shape, seed } = params
    if (!isArtShape(shape) || !/^[\w-]{1,40}$/.test(seed)) throw new Refused('site.not_found')
    return new Response(drawArt(seed, shape), {
      headers: {
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=31536000, immutable',
      },
    })
  },
)
