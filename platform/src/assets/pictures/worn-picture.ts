import { pictureTypeOf } from '@baseplate/renderer/image-file'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { AssetFiles } from '../files/asset-files.ts'
import { findAsset } from '../queries.ts'
import { readTexture } from './textures.ts'

/**
 * The picture that a visible asset is covered with, for a figure in a browser, which knows it by the asset that is worn.
 *
 * @throws Refused `missing`: there is no such asset, it is not visible, or has no picture; `upstream`, `late`
 */
export async function readWornPicture(
  platform: { db: Db; assetFiles: AssetFiles },
  assetId: number,
): Promise<{ bytes: Uint8Array; contentType: string }> {
  const asset = await findAsset(platform.db, assetId)
  const texture = asset?.visibility === 'Visible' ? await readTexture(platform, assetId) : undefined
  const contentType = texture && pictureTypeOf(texture.bytes)
  if (!contentType) throw new Refused('missing', 'Asset not found')
  return { bytes: texture.bytes, contentType }
}
