import { CannotDraw, type Model } from '@baseplate/renderer/drawing'
import type { Actor } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import type { Limit } from '../../foundation/limits.ts'
import type { AssetFiles } from '../files/asset-files.ts'
import { readHatDocument, readModelDocument } from '../pictures/models.ts'
import { assetType } from '../types.ts'
import { prepare, requireUpload, type Upload } from './prepare.ts'

interface Trying {
  assetFiles: AssetFiles
  config: Pick<Config, 'Client'>
  creationLimit: Limit
}

/**
 * Reads a hat that is not created yet, for a figure in its maker's browser. Nothing is stored.
 *
 * @throws InvalidFields `asset`; Refused `limited`
 */
export const tryHat = (platform: Trying, actor: Actor, upload: Upload): Promise<Model> =>
  tryDocument(platform, actor, upload, { type: assetType.hat, read: readHatDocument })

/** Reads a model that is not created yet, like `tryHat`. @throws as `tryHat` */
export const tryModel = (platform: Trying, actor: Actor, upload: Upload): Promise<Model> =>
  tryDocument(platform, actor, upload, { type: assetType.model, read: readModelDocument })

async function tryDocument(
  platform: Trying,
  actor: Actor,
  upload: Upload,
  { type, read }: { type: number; read: typeof readModelDocument },
): Promise<Model> {
  const file = requireUpload(upload)
  await platform.creationLimit.spend(actor.id)
  await prepare(type, file, platform.config.Client.DocumentRoot)
  try {
    const model = await read(platform, Buffer.from(file))
    if (model) return model
  } catch (error) {
    if (!(error instanceof CannotDraw)) throw error
  }
  throw new InvalidFields({ asset: 'files.model_empty' })
}
