import { Refused } from '@baseplate/platform/foundation/errors'
import { accentPattern, accentStylesheet } from '@baseplate/platform/operations/identity/accent'
import type { RequestHandler } from './$types'

/** Serves the themes' shades of an accent. An upgrade may change the shades of a colour, so caches keep them for a day. */
export const GET: RequestHandler = ({ params }) => {
  const accent = `#${params.accent}`
  if (!accentPattern.test(accent)) throw new Refused('site.not_found')
  return new Response(accentStylesheet(accent), {
    headers: { 'content-type': 'text/css', 'cache-control': 'public, max-age=86400' },
  })
}
