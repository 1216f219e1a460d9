import { createAsset } from '@baseplate/platform/assets/creating/create'
import { priceOf } from '@baseplate/platform/assets/creating/rules'
import { maxAssetBytes } from '@baseplate/platform/assets/rules'
import { randomCharacters } from '@baseplate/platform/foundation/ids'
import { redirect } from '@sveltejs/kit'
import { readFieldsAndFile } from '#lib/server/body.ts'
import { failureOf } from '#lib/server/form.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

/** `key` goes with the form: however often it is sent, it makes one thing. */
export const load: PageServerLoad = (event) => {
  const actor = requireActor(event)
  const { Assets, Economy } = event.locals.platform.config
  return { creatable: Assets.Creatable, cost: priceOf(actor), fee: Economy.Fee, key: randomCharacters(20) }
}

export const actions: Actions = {
  default: async (event) => {
    const actor = requireActor(event)
    const { fields, file } = await readFieldsAndFile(event.request, 'asset', maxAssetBytes)
    let made: Awaited<ReturnType<typeof createAsset>>
    try {
      made = await createAsset(event.locals.platform, actor, fields, file)
    } catch (error) {
      return failureOf(event, 'create', error, fields)
    }
    redirect(302, `/catalog/${made.id}/${made.slug}`)
  },
}
