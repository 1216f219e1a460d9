import { readStylesheet } from '@baseplate/platform/people/door'
import { endpoint } from '#lib/server/endpoint.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  readStylesheet,
  ({ css, isExact }) =>
    new Response(css, {
      headers: {
        'content-type': 'text/css; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'cache-control': isExact ? 'private, max-age=31536000, immutable' : 'private, no-store',
      },
    }),
  { username: String, hash: String },
)
