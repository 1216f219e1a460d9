import { Refused } from '@baseplate/platform/foundation/errors'
import { maxLogBytes, readServerLog } from '@baseplate/platform/places/servers/read-log'
import { asActor } from '#lib/server/as-actor.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Downloads as much of the log as is available. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const id = placeIdOf(event.params.id)
  const { log, slug } = await readServerLog(platform, actor, id, maxLogBytes)
  if (log === null) throw new Refused('servers.log_unavailable')
  return new Response(log, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${slug}.log"`,
      'cache-control': 'private, no-store',
    },
  })
}
