import { Refused } from '@baseplate/platform/foundation/errors'
import { json, type RequestEvent } from '@sveltejs/kit'
import { textsOfRoute, versionOf } from '#lib/server/language.ts'
import { handles } from '#lib/server/operation.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = handles(
  {
    reads: ['route'],
    scope: 'read',
    summary:
      'Returns the texts of a route, which scripts load before they show that route. Their URL changes with them, for caches.',
  },
  ({ locals, params, url }: RequestEvent) => {
    const catalogue = locals.platform.texts.of(params.locale)
    const texts = textsOfRoute(catalogue, url.searchParams.get('route') ?? '')
    if (!texts) throw new Refused('site.not_found')
    const isCurrent = catalogue.locale === params.locale && versionOf(catalogue) === params.version
    return json(texts, {
      headers: { 'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-store' },
    })
  },
)
