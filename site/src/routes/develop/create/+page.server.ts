import { createAsset } from '@baseplate/platform/assets/creating/create'
import { priceOf } from '@baseplate/platform/assets/creating/rules'
import { maxAssetBytes } from '@baseplate/platform/assets/rules'
import { randomCharacters } from '@baseplate/platform/foundation/ids'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { fileAction } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

/** The form sends `key` along, so that sending it twice creates one item. */
export const load: PageServerLoad = (event) => {
  const { platform, actor } = asActor(event)
  const { Assets, Economy } = platform.config
  return { creatable: Assets.Creatable, cost: priceOf(actor), fee: Economy.Fee, key: randomCharacters(20) }
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
