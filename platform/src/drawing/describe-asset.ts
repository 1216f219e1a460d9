import type { Drawing, EncodedPicture } from '@baseplate/renderer/drawing'
import { assetType, findAsset, type ModelReading, readMesh, readModel, readTexture } from '../assets/door.ts'
import type { Db } from '../foundation/database.ts'

/** Describes the thumbnail of an asset for the renderer. Returns undefined when there is nothing to show. @throws CannotDraw */
export async function describeAsset(
  platform: ModelReading & { db: Db },
  assetId: number,
): Promise<Drawing | undefined> {
  const asset = await findAsset(platform.db, assetId)
  if (!asset) return undefined
  const read = solid[asset.type]
  if (read) {
    const model = await read(platform, assetId)
    return model && { kind: 'model', model }
  }
  const wear = worn[asset.type]
  if (!wear && !pictured.has(asset.type)) return undefined
  const picture = await readTexture(platform, assetId)
  if (!picture) return undefined
  return wear ? { kind: 'worn', ...wear(picture) } : { kind: 'picture', picture }
}

/** Types that are drawn as models, with their meshes and plain parts. */
const solid: Partial<Record<number, typeof readModel>> = {
  [assetType.mesh]: readMesh,
  [assetType.hat]: readModel,
  [assetType.model]: readModel,
}

type Worn = Omit<Extract<Drawing, { kind: 'worn' }>, 'kind'>

/** Types that are drawn on a plain figure. */
const worn: Partial<Record<number, (picture: EncodedPicture) => Worn>> = {
  [assetType.shirt]: (shirt) => ({ clothes: { shirt }, view: 'body' }),
  [assetType.pants]: (pants) => ({ clothes: { pants }, view: 'body' }),
  [assetType.face]: (face) => ({ clothes: { face }, view: 'head' }),
}

/** Types whose picture is the thumbnail. */
const pictured: ReadonlySet<number> = new Set([assetType.image, assetType.tShirt, assetType.decal])
