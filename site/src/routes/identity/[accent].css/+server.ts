import { Refused } from '@baseplate/platform/foundation/errors'
import { accentPattern, accentStylesheet } from '@baseplate/platform/operations/identity/accent'
import type { RequestHandler } from './$types'

/** The themes' shades of an accent. The address names the colour, so it is cacheable for a day, until an upgrade changes the shades. */
export const GET: RequestHandler = ({ params }) => {
  const accent = `#${params.accent}`
  if (!accentPattern.test(accent)) throw new Refused('site.not_found')
  return new Response(accentStylesheet(accent), {
    headers: { 'content-type': 'text/css', 'cache-control': 'public, max-age=86400' },
  })
}
