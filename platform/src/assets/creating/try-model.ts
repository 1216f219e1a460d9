import { CannotDraw, type Model } from '@baseplate/renderer/drawing'
import { NotAModel } from '@baseplate/renderer/models/document'
import type { Placing } from '@baseplate/renderer/models/reading'
import type { Actor } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import type { Limit } from '../../foundation/limits.ts'
import { type ModelReading, readUploadedModel } from '../pictures/models.ts'
import { modelProblem, requireUpload, type Upload } from './prepare.ts'

interface Trying extends ModelReading {
  config: Pick<Config, 'Client'>
  creationLimit: Limit
}

/**
 * Reads a hat that is not created yet, for a figure in its maker's browser. Nothing is stored.
 *
 * @param receive receives the document. It is called after the limit is spent, so that nobody sends documents beyond the limit.
 * @throws InvalidFields `asset`; Refused `limited`, `busy`
 */
export const tryHat = (platform: Trying, actor: Actor, receive: () => Promise<Upload>): Promise<Model> =>
  tryDocument(platform, actor, receive, 'hat')

/** Reads a model that is not created yet, like `tryHat`. @throws as `tryHat` */
export const tryModel = (platform: Trying, actor: Actor, receive: () => Promise<Upload>): Promise<Model> =>
  tryDocument(platform, actor, receive, 'model')

async function tryDocument(
  platform: Trying,
  actor: Actor,
  receive: () => Promise<Upload>,
  placing: Placing,
): Promise<Model> {
  await platform.creationLimit.spend(actor.id)
  const document = requireUpload(await receive())
  try {
    const root = platform.config.Client.DocumentRoot
    const model = await readUploadedModel(platform, document, { root, placing })
    if (model) return model
  } catch (error) {
    if (error instanceof NotAModel) throw new InvalidFields({ asset: modelProblem(error) })
    if (!(error instanceof CannotDraw)) throw error
  }
  throw new InvalidFields({ asset: 'files.model_empty' })
}
