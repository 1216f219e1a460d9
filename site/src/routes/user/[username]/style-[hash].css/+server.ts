import { asActor } from '#lib/server/as-actor.ts'
import type { RequestHandler } from './$types'

/** Serves a profile's confined CSS. It is cached permanently, because its URL changes with it. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const { username, hash } = event.params
  const { css, isExact } = await platform.stylesheets.read(actor, username, hash)
  return new Response(css, {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': isExact ? 'private, max-age=31536000, immutable' : 'private, no-store',
    },
  })
}
