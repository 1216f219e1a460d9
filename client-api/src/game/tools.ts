import { findThumbnail } from '@baseplate/platform/assets/pictures/thumbnail'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'
import type { HonoRequest } from 'hono'

/**
 * Where a studio finds what can be inserted; the query goes along as it came.
 *
 * @throws Refused `missing`: there is no such service.
 */
export function insertAssetUrl({ config }: Pick<Platform, 'config'>, { url }: HonoRequest): string {
  const { InsertURL } = config.AssetCloud
  if (InsertURL === undefined) throw new Refused('missing', 'Not configured')
  const query = /\?([^#]+)/.exec(url)?.[1]
  return query ? `${InsertURL}${InsertURL.includes('?') ? '&' : '?'}${query}` : InsertURL
}

/** @throws Refused `missing`, `invalid`, `upstream`, `late`: see `findThumbnail`. */
export async function thumbnailAssetUrl(
  platform: Pick<Platform, 'config' | 'db' | 'now' | 'assetCloud'>,
  request: HonoRequest,
): Promise<string> {
  const { assetId, elsewhere } = await findThumbnail(platform, request.query())
  return elsewhere ?? `${platform.config.baseUrl}/asset/thumbnail/${assetId}`
}
