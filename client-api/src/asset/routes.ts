import type { Resize } from '../avatar/resize.ts'
import type { DirectRoute } from '../direct.ts'
import { textResponse } from '../replies.ts'
import { type ClientApi, type ClientServices, getOrPost } from '../services.ts'
import { serveAsset, smallAsset } from './asset.ts'
import { serveSmallThumbnail, serveThumbnail } from './thumbnail.ts'

/** Adds the endpoints of docs/reference/client-protocol.md#assets. */
export function addAssetRoutes(
  api: ClientApi,
  { platform, scriptAssets }: Pick<ClientServices, 'platform' | 'scriptAssets'>,
  resize: Resize,
): void {
  /** Returns the file of an asset. */
  api.on(getOrPost, ['/asset', '/asset/', '/asset/default.ashx'], (c) =>
    serveAsset(platform, scriptAssets, c),
  )

  /** Tells clients that scripts of assets may run. */
  api.on(getOrPost, ['/asset/getscriptstate', '/asset/getscriptstate.ashx'], () => textResponse('0 0 1 0'))

  /** Returns the small picture of an asset, as WebP. */
  api.get('/asset/thumbnail/:file{[0-9]+\\.webp}', (c) =>
    serveSmallThumbnail(platform, Number.parseInt(c.req.param('file'), 10), c),
  )

  /** Returns the picture of an asset. */
  api.get('/asset/thumbnail/:id{[0-9]+}', (c) =>
    serveThumbnail(platform, Number(c.req.param('id')), resize, c),
  )
}

/** Returns the direct route of asset files, of which every player loads hundreds. */
export const directAssetRoutes = ({
  platform,
  scriptAssets,
}: Pick<ClientServices, 'platform' | 'scriptAssets'>): DirectRoute[] => [
  {
    address: /^\/(?:v1\/)?asset\/?\?id=(\d+)$/i,
    reply: (id, request) => smallAsset(platform, scriptAssets, Number(id), request),
  },
]
