import { maxLogBytes, readServerLog } from '@baseplate/platform/places/servers/read-log'
import { placeIdOf } from '#lib/server/place-id.ts'
import { requireActor } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'

/** As much of the log as there is to be had, as a file. */
export const GET: RequestHandler = async (event) => {
  const actor = requireActor(event)
  const id = placeIdOf(event.params.id)
  const { log, slug } = await readServerLog(event.locals.platform, actor, id, maxLogBytes)
  return new Response(log, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${slug}.log"`,
      'cache-control': 'private, no-store',
    },
  })
}
