import { CannotDraw, type Model } from '@baseplate/renderer/drawing'
import { NotAModel } from '@baseplate/renderer/models/document'
import type { Placing } from '@baseplate/renderer/models/reading'
import { useCase } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import type { Limit } from '../../foundation/limits.ts'
import { type ModelReading, readUploadedModel } from '../pictures/models.ts'
import { assetFile } from './create.ts'
import { tryInput } from './input.ts'
import { modelProblem, requireUpload } from './prepare.ts'

interface Trying extends ModelReading {
  config: Pick<Config, 'Client'>
  creationLimit: Limit
}

/** States the reading of a document that is not an item yet, for its maker's browser. Nothing is stored. */
const preview = (summary: string, placing: Placing) =>
  useCase(
    { summary, scope: 'assets:write', input: tryInput, file: assetFile },
    async (platform: Trying, actor, { asset }): Promise<Model> => {
      await platform.creationLimit.spend(actor.id)
      const document = requireUpload(asset)
      try {
        const root = platform.config.Client.DocumentRoot
        const model = await readUploadedModel(platform, document, { root, placing })
        if (model) return model
      } catch (error) {
        if (error instanceof NotAModel) throw new InvalidFields({ asset: modelProblem(error) })
        if (!(error instanceof CannotDraw)) throw error
      }
      throw new InvalidFields({ asset: 'files.model_empty' })
    },
  )

/** @throws InvalidFields `asset`; Refused `limited`, `busy` */
export const tryHat = preview('Returns the parts of a chosen hat, which is not stored.', 'hat')

/** @throws as `tryHat` */
export const tryModel = preview('Returns the parts of a chosen model, which is not stored.', 'model')
