import { moderateAsset, updateAsset, viewAssetSettings } from '@baseplate/platform/catalog/settings'
import { slugOf } from '@baseplate/platform/foundation/slug'
import { assetIdOf } from '#lib/server/asset-id.ts'
import { formAction } from '#lib/server/form.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const id = assetIdOf(event.params.id)
  const settings = await viewAssetSettings(event.locals.platform, actor, id)
  return { ...settings, id, slug: slugOf(settings.name) }
}

export const actions: Actions = {
  update: formAction('update', async (event, fields) => {
    const actor = requireActor(event)
    await updateAsset(event.locals.platform, actor, assetIdOf(event.params.id), fields)
    return { message: 'Asset updated successfully!' }
  }),
  moderate: formAction('moderate', async (event, fields) => {
    const actor = requireActor(event)
    await moderateAsset(event.locals.platform, actor, assetIdOf(event.params.id), fields)
    return { message: 'Visibility updated successfully!' }
  }),
}
