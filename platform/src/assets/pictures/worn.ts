import { CannotDraw, type Model } from '@baseplate/renderer/drawing'
import { pictureTypeOf } from '@baseplate/renderer/image-file'
import { useCase } from '../../accounts/door.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { assetInput } from '../input.ts'
import { findAsset } from '../queries.ts'
import { assetNotFound, type Visibility } from '../rules.ts'
import { assetType } from '../types.ts'
import { type ModelReading, readHat } from './models.ts'
import { readTexture } from './textures.ts'

interface Reading extends ModelReading {
  db: Db
}

/** Whether a figure shows the viewer an item. Reviewers try on pending ones, which nobody else sees. */
const maySeeWorn = (viewer: Pick<Actor, 'permissionLevel'>, visibility: Visibility): boolean =>
  visibility === 'Visible' ||
  (visibility === 'Pending' && viewer.permissionLevel >= permissionLevel.catalogManager)

/** @throws Refused `missing`: the hat does not exist, is not visible or has nothing to show; `upstream`, `late` */
export const readWornHat = useCase(
  {
    summary: 'Reads a hat, relative to the middle of the head, for a figure in a browser.',
    scope: 'read',
    input: assetInput,
  },
  async (platform: Reading, viewer, { id }): Promise<Model> => {
    const asset = await findAsset(platform.db, id)
    const isHat = asset?.type === assetType.hat && maySeeWorn(viewer, asset.visibility)
    const hat = isHat ? await readHat(platform, id).catch(noneIfBroken) : undefined
    if (!hat) throw assetNotFound()
    return hat
  },
)

function noneIfBroken(error: unknown): undefined {
  if (!(error instanceof CannotDraw)) throw error
}

/** Types whose picture a figure wears. Files of other types may be large, and no figure shows them. */
const clothes: readonly number[] = [assetType.face, assetType.tShirt, assetType.shirt, assetType.pants]

/** @throws Refused `missing`: the asset is not an item of clothing, is not visible or has no picture; `upstream`, `late` */
export const readWornPicture = useCase(
  {
    summary: 'Sends the picture that covers a worn item of clothing, for a figure in a browser.',
    scope: 'read',
    input: assetInput,
  },
  async (platform: Reading, viewer, { id }): Promise<{ bytes: Uint8Array; contentType: string }> => {
    const asset = await findAsset(platform.db, id)
    const isSeen = asset && clothes.includes(asset.type) && maySeeWorn(viewer, asset.visibility)
    const texture = isSeen ? await readTexture(platform, id).catch(noneIfBroken) : undefined
    const contentType = texture && pictureTypeOf(texture.bytes)
    if (!contentType) throw assetNotFound()
    return { bytes: texture.bytes, contentType }
  },
)
