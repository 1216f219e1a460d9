import { Refused } from '@baseplate/platform/foundation/errors'
import { accentPattern, accentStylesheet } from '@baseplate/platform/operations/door'
import { handles } from '#lib/server/operation.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = handles(
  {
    scope: 'read',
    summary:
      "Serves the themes' shades of an accent. An upgrade may change the shades of a colour, so caches keep them for a day.",
  },
  ({ params }) => {
    const accent = `#${params.accent}`
    if (!accentPattern.test(accent)) throw new Refused('site.not_found')
    return new Response(accentStylesheet(accent), {
      headers: { 'content-type': 'text/css', 'cache-control': 'public, max-age=86400' },
    })
  },
)
