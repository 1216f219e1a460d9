import { CannotDraw } from '@baseplate/renderer/drawing'
import type { Model } from '@baseplate/renderer/model'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { AssetFiles } from '../files/asset-files.ts'
import { findAsset } from '../queries.ts'
import { assetType } from '../rules.ts'
import { readHat } from './models.ts'

/**
 * A visible hat about the middle of a head, for a figure in a browser.
 *
 * @throws Refused `missing`: there is no such hat, it is not visible, or nothing is seen of it; `upstream`, `late`
 */
export async function readWornHat(
  platform: { db: Db; assetFiles: AssetFiles },
  assetId: number,
): Promise<Model> {
  const asset = await findAsset(platform.db, assetId)
  const isHat = asset?.visibility === 'Visible' && asset.type === assetType.hat
  const hat = isHat ? await readHat(platform, assetId).catch(noneIfBroken) : undefined
  if (!hat) throw new Refused('missing', 'Asset not found')
  return hat
}

function noneIfBroken(error: unknown): undefined {
  if (!(error instanceof CannotDraw)) throw error
}
