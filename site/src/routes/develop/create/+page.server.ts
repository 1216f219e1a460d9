import { createAsset } from '@baseplate/platform/assets/creating/create'
import { priceOf } from '@baseplate/platform/assets/creating/rules'
import { hasTemplate } from '@baseplate/platform/assets/creating/templates'
import { maxAssetBytes } from '@baseplate/platform/assets/rules'
import { viewLook } from '@baseplate/platform/avatars/view-character'
import { randomCharacters } from '@baseplate/platform/foundation/ids'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { fileAction } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

/** The form sends `key` along, so that sending it twice creates one item. */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const { Assets, Economy } = platform.config
  return {
    creatable: Assets.Creatable,
    templates: Assets.Creatable.filter(hasTemplate),
    cost: priceOf(actor),
    fee: Economy.Fee,
    key: randomCharacters(20),
    look: await viewLook(platform, actor.id),
  }
}

export const actions: Actions = {
  default: fileAction(
    'create',
    { field: 'asset', maxBytes: maxAssetBytes },
    async ({ platform, actor }, fields, file) => {
      const { id, slug } = await createAsset(platform, actor, fields, file)
      redirect(302, `/catalog/${id}/${slug}`)
    },
  ),
}
