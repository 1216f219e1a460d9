import { listNewestPlaces } from '@baseplate/platform/places/door'
import { sharePath } from '#lib/place/share-address.ts'
import { sendAtom } from '#lib/server/atom.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import { t } from '#lib/texts/t.ts'
import type { RequestHandler } from './$types'

/** docs/reference/site-api.md#feeds */
export const GET: RequestHandler = endpoint(
  listNewestPlaces,
  (places, { platform, event: { request, url, locals } }) =>
    sendAtom(request, {
      baseUrl: platform.config.baseUrl,
      path: url.pathname,
      page: '/games?sort=new',
      title: t('feeds.games', { site: locals.branding.name }),
      author: locals.branding.name,
      entries: places.map(({ id, name, description, owner, published, updated }) => ({
        key: `place/${id}`,
        title: name,
        path: sharePath(id),
        author: owner,
        text: description,
        created: published,
        updated,
      })),
    }),
)
