import { listNewestAssets } from '@baseplate/platform/assets/door'
import { slugOf } from '@baseplate/platform/foundation/slug'
import { sendAtom } from '#lib/server/atom.ts'
import { endpoint } from '#lib/server/endpoint.ts'
import { t } from '#lib/texts/t.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = endpoint(
  listNewestAssets,
  (assets, { platform, event: { request, url, locals } }) =>
    sendAtom(request, {
      baseUrl: platform.config.baseUrl,
      path: url.pathname,
      page: '/catalog',
      title: t('feeds.items', { site: locals.branding.name }),
      author: locals.branding.name,
      entries: assets.map(({ id, name, description, creator, created, updated }) => ({
        key: `asset/${id}`,
        title: name,
        path: `/catalog/${id}/${slugOf(name)}`,
        author: creator,
        text: description,
        created,
        updated,
      })),
    }),
)
