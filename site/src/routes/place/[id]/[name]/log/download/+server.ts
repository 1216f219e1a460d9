import { Refused } from '@baseplate/platform/foundation/errors'
import { downloadServerLog } from '@baseplate/platform/places/door'
import { endpoint } from '#lib/server/endpoint.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  downloadServerLog,
  ({ log, slug }) => {
    if (log === null) throw new Refused('servers.log_unavailable')
    return new Response(log, {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': `attachment; filename="${slug}.log"`,
        'cache-control': 'private, no-store',
      },
    })
  },
  { id: placeIdOf },
)
