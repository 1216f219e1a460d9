import { listNewestPlaces } from '@baseplate/platform/places/lists/feed'
import { sharePath } from '#lib/place/share-address.ts'
import { feedEntries, sendAtom } from '#lib/server/atom.ts'
import { t } from '#lib/texts/t.ts'
import type { RequestHandler } from './$types'

/** The newest public games: docs/reference/site-api.md#feeds. */
export const GET: RequestHandler = async ({ request, url, locals: { platform, identity } }) => {
  const places = await listNewestPlaces(platform, feedEntries)
  return sendAtom(request, {
    baseUrl: platform.config.baseUrl,
    path: url.pathname,
    page: '/games?sort=new',
    title: t('feeds.games', { site: identity.name }),
    author: identity.name,
    entries: places.map(({ id, name, description, owner, published, updated }) => ({
      key: `place/${id}`,
      title: name,
      path: sharePath(id),
      author: owner,
      text: description,
      created: published,
      updated,
    })),
  })
}
