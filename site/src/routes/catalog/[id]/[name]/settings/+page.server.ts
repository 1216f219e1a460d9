import { replaceFile, replacesAtOnce } from '@baseplate/platform/assets/creating/replace-file'
import { sourceOf } from '@baseplate/platform/assets/creating/rules'
import { maxAssetBytes } from '@baseplate/platform/assets/rules'
import { updateAsset, viewAssetSettings } from '@baseplate/platform/assets/settings'
import { slugOf } from '@baseplate/platform/foundation/slug'
import { appealAsset } from '@baseplate/platform/moderation/asset-review/appeal'
import { moderateAsset } from '@baseplate/platform/moderation/asset-review/moderate-asset'
import { viewAssetReview } from '@baseplate/platform/moderation/asset-review/view'
import { assetIdOf } from '#lib/server/asset-id.ts'
import { readFieldsAndFile } from '#lib/server/body.ts'
import { failureOf, formAction } from '#lib/server/form.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const id = assetIdOf(event.params.id)
  const settings = await viewAssetSettings(event.locals.platform, actor, id)
  return {
    ...settings,
    review: await viewAssetReview(event.locals.platform, actor, id),
    id,
    slug: slugOf(settings.name),
    maxBytes: maxAssetBytes,
    replaceable: settings.visibility !== 'Moderated' && sourceOf(settings.type) !== undefined,
    replacesAtOnce: replacesAtOnce(actor),
  }
}

export const actions: Actions = {
  update: formAction('update', async (event, fields) => {
    const actor = requireActor(event)
    await updateAsset(event.locals.platform, actor, assetIdOf(event.params.id), fields)
    return { message: 'Asset updated successfully!' }
  }),
  data: async (event) => {
    const actor = requireActor(event)
    const id = assetIdOf(event.params.id)
    try {
      const { file } = await readFieldsAndFile(event.request, 'asset', maxAssetBytes)
      await replaceFile(event.locals.platform, actor, id, file)
      return { form: 'data', message: 'Asset data updated successfully!' }
    } catch (error) {
      return failureOf(event, 'data', error, {})
    }
  },
  moderate: formAction(
    'moderate',
    async (event, fields) => {
      const actor = requireActor(event)
      await moderateAsset(event.locals.platform, actor, assetIdOf(event.params.id), fields)
      return { message: 'Visibility updated successfully!' }
    },
    ({ visibility, reason }) => visibility === 'Moderated' && reason?.trim() !== '',
  ),
  appeal: formAction('appeal', async (event, fields) => {
    const actor = requireActor(event)
    await appealAsset(event.locals.platform, actor, assetIdOf(event.params.id), fields)
    return { message: 'Another moderator looks at it' }
  }),
}
