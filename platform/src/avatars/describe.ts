import type { AssetFiles } from '../catalog/asset-files.ts'
import { readHat } from '../catalog/models.ts'
import { assetType } from '../catalog/rules.ts'
import { readTexture } from '../catalog/textures.ts'
import type { Db } from '../database.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Clothes, Drawing } from '../renderer/drawing.ts'
import type { Model } from '../renderer/model.ts'
import { findLooks, findWorn } from './queries.ts'
import { coloursOf } from './rules.ts'

/** Which part of an outfit an asset of a type is, of those that pictures show. */
const partOf: Partial<Record<number, keyof Clothes>> = {
  [assetType.face]: 'face',
  [assetType.tShirt]: 'tShirt',
  [assetType.shirt]: 'shirt',
  [assetType.pants]: 'pants',
}

/** What the pictures of a user show, as they look at this moment; undefined: the user is gone. @throws CannotDraw */
export async function describeUser(
  platform: { db: Db; assetFiles: AssetFiles; config: Pick<Config, 'Avatars'> },
  userId: string,
): Promise<Drawing | undefined> {
  const looks = await findLooks(platform.db, userId)
  if (!looks) return undefined
  const clothes: Clothes = {}
  const hats: Model[] = []
  for (const { id, type } of await findWorn(platform.db, userId)) {
    const part = partOf[type]
    if (part) clothes[part] = await readTexture(platform, id)
    const hat = type === assetType.hat ? await readHat(platform, id) : undefined
    if (hat) hats.push(hat)
  }
  return { kind: 'avatar', colours: coloursOf(looks, platform.config.Avatars.BodyColours), clothes, hats }
}
