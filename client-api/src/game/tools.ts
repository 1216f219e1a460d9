import { findThumbnail, thumbnailQuery } from '@baseplate/platform/assets/door'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'
import type { HonoRequest } from 'hono'
import { queryOf } from '../query.ts'

/**
 * Returns the address of the operator's service of insertable assets, with the query of the request.
 *
 * @throws Refused `missing`: no such service is configured.
 */
export function insertAssetUrl({ config }: Pick<Platform, 'config'>, { url }: HonoRequest): string {
  const { InsertURL } = config.AssetCloud
  if (InsertURL === undefined) throw new Refused('client.tools_not_configured')
  const query = /\?([^#]+)/.exec(url)?.[1]
  return query ? `${InsertURL}${InsertURL.includes('?') ? '&' : '?'}${query}` : InsertURL
}

/** Returns the address of an asset's thumbnail. @throws Refused as `findThumbnail` */
export async function thumbnailAssetUrl(
  platform: Pick<Platform, 'config' | 'db' | 'now' | 'assetCloud'>,
  request: HonoRequest,
  client: string,
): Promise<string> {
  const { assetId, elsewhere } = await findThumbnail(platform, queryOf(request, thumbnailQuery), client)
  return elsewhere ?? `${platform.config.baseUrl}/asset/thumbnail/${assetId}`
}
