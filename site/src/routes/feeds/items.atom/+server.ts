import { listNewestAssets } from '@baseplate/platform/assets/catalog/feed'
import { slugOf } from '@baseplate/platform/foundation/slug'
import { feedEntries, sendAtom } from '#lib/server/atom.ts'
import { t } from '#lib/texts/t.ts'
import type { RequestHandler } from './$types'

/** The newest items of the catalog: docs/reference/site-api.md#feeds. */
export const GET: RequestHandler = async ({ request, url, locals: { platform, identity } }) => {
  const assets = await listNewestAssets(platform, feedEntries)
  return sendAtom(request, {
    baseUrl: platform.config.baseUrl,
    path: url.pathname,
    page: '/catalog',
    title: t('feeds.items', { site: identity.name }),
    author: identity.name,
    entries: assets.map(({ id, name, description, creator, created, updated }) => ({
      key: `asset/${id}`,
      title: name,
      path: `/catalog/${id}/${slugOf(name)}`,
      author: creator,
      text: description,
      created,
      updated,
    })),
  })
}
