import type { Actor } from '@baseplate/platform/accounts/rules'
import { assetFile } from '@baseplate/platform/assets/door'
import type { Model } from '@baseplate/renderer/drawing'
import type { RequestEvent } from '@sveltejs/kit'
import { asActor } from './as-actor.ts'
import { readFieldsAndFile } from './body.ts'
import { modelResponse } from './model-response.ts'
import { handles, operationWith } from './operation.ts'
import { type Callable, senderOf } from './route-call.ts'

/** Makes the endpoint of a use case that reads a chosen file as a model, before an item is created of it. */
export const modelPreview = (useCase: Callable<Actor, Model>) =>
  handles(operationWith(useCase), async (event: RequestEvent) => {
    const { platform, actor } = asActor(event)
    const { field, maxBytes, permit } = assetFile
    const model = await platform.fileForms.run(actor.id, async () => {
      await permit(platform, actor)
      const { file } = await readFieldsAndFile(event.request, field, maxBytes)
      return useCase(platform, actor, { [field]: file }, senderOf(event))
    })
    return modelResponse(model, 'private, no-store')
  })
