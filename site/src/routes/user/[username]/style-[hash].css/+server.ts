import { requireActor } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'

/** A profile's CSS, confined. Its address changes with it, so that browsers keep it for good. */
export const GET: RequestHandler = async (event) => {
  const actor = requireActor(event)
  const { username, hash } = event.params
  const { css, isExact } = await event.locals.platform.stylesheets.read(actor, username, hash)
  return new Response(css, {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': isExact ? 'private, max-age=31536000, immutable' : 'private, no-store',
    },
  })
}
