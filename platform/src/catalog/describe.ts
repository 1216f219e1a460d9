import type { Db } from '../database.ts'
import type { Drawing, EncodedPicture } from '../renderer/drawing.ts'
import type { AssetFiles } from './asset-files.ts'
import { findAsset } from './queries.ts'
import { assetType } from './rules.ts'
import { readTexture } from './textures.ts'

/** What the thumbnail of an asset shows; undefined: there is nothing to show. @throws CannotDraw */
export async function describeAsset(
  platform: { db: Db; assetFiles: AssetFiles },
  assetId: number,
): Promise<Drawing | undefined> {
  const asset = await findAsset(platform.db, assetId)
  if (!asset) return undefined
  const clothing = clothingOf[asset.type]
  if (!clothing && !pictured.has(asset.type)) return undefined
  const picture = await readTexture(platform, assetId)
  if (!picture) return undefined
  return clothing ? { kind: 'clothing', clothes: clothing(picture) } : { kind: 'picture', picture }
}

const clothingOf: Partial<Record<number, (picture: EncodedPicture) => object>> = {
  [assetType.shirt]: (shirt) => ({ shirt }),
  [assetType.pants]: (pants) => ({ pants }),
}

const pictured: ReadonlySet<number> = new Set([
  assetType.image,
  assetType.tShirt,
  assetType.decal,
  assetType.face,
])
