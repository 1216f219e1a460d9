import { textResponse } from '../responses.ts'
import { type ClientApi, type ClientServices, getOrPost } from '../services.ts'
import { serveAsset } from './asset.ts'
import { createScriptAssets } from './script-assets.ts'
import { serveSmallThumbnail, serveThumbnail } from './thumbnail.ts'

/** Adds the endpoints of docs/reference/client-protocol.md#assets. */
export function addAssetRoutes(api: ClientApi, { platform, signing }: Omit<ClientServices, 'scripts'>): void {
  const scripts = createScriptAssets(signing)

  api.on(getOrPost, ['/asset', '/asset/', '/asset/default.ashx'], (c) => serveAsset(platform, scripts, c))

  api.on(getOrPost, ['/asset/getscriptstate', '/asset/getscriptstate.ashx'], () => textResponse('0 0 1 0'))

  api.get('/asset/thumbnail/:file{[0-9]+\\.webp}', (c) =>
    serveSmallThumbnail(platform, Number.parseInt(c.req.param('file'), 10), c),
  )

  api.get('/asset/thumbnail/:id{[0-9]+}', (c) => serveThumbnail(platform, Number(c.req.param('id')), c))
}
