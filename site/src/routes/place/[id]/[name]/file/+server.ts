import { Refused } from '@baseplate/platform/foundation/errors'
import { updatePlaceFile } from '@baseplate/platform/places/door'
import { maxPlaceFileBytes } from '@baseplate/platform/places/rules'
import { describeVersion, expectedBy } from '#lib/server/file-conditions.ts'
import { handles } from '#lib/server/operation.ts'
import { refuseFile, requestFile } from '#lib/server/request-file.ts'
import { placeIdOf, queryOf } from '#lib/server/request-url.ts'
import type { RequestEvent, RequestHandler } from './$types'

/** docs/reference/site-api.md#publish-a-file */
const publishing = { summary: 'Publishes a place file.', scope: 'places:write', reads: ['notes'] } as const

export const PUT: RequestHandler = handles(publishing, async (event: RequestEvent) => {
  const { request, params, url, locals } = event
  const { platform, actor } = locals
  if (!actor) throw new Refused('site.sign_in_first')
  const id = placeIdOf(params.id)
  const { notes } = queryOf({ url })
  const expected = expectedBy(request.headers)
  const file = requestFile(request, maxPlaceFileBytes)
  const published = await refuseFile(() => updatePlaceFile(platform, actor, id, file, { notes }, expected))
  // Compression would weaken the ETag, which the next request sends as `If-Match`.
  const headers = { ...describeVersion(published), 'cache-control': 'private, no-store, no-transform' }
  return Response.json(published, { headers })
})
