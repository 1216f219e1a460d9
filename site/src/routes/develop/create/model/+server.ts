import { tryModel } from '@baseplate/platform/assets/creating/try-model'
import { maxAssetBytes } from '@baseplate/platform/assets/rules'
import { asActor } from '#lib/server/as-actor.ts'
import { readFieldsAndFile } from '#lib/server/body.ts'
import { modelResponse } from '#lib/server/model-response.ts'
import type { RequestHandler } from './$types'

/** Returns the parts of a chosen model, which is not stored. */
export const POST: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const receive = async () => (await readFieldsAndFile(event.request, 'asset', maxAssetBytes)).file
  const read = await platform.fileForms.run(actor.id, () => tryModel(platform, actor, receive))
  return modelResponse(read, 'private, no-store')
}
