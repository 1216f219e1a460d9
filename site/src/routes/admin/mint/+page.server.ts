import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { prepareMint } from '@baseplate/platform/money/treasury/prepare-mint'
import { viewMint } from '@baseplate/platform/money/treasury/view-mint'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { staffAction } from '#lib/server/form.ts'
import { typedUnits } from '#lib/texts/format.ts'
import type { Actions, PageServerLoad } from './$types'

/** Prefills the form from the URL: with a recipient (`username`), or with an earlier mint to edit (its id in `again`). */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.administrator)
  const { searchParams } = event.url
  const id = searchParams.get('again')
  if (id === null) return { username: searchParams.get('username') ?? '', amount: '', note: '' }
  const { username, amount, note } = await viewMint(platform, actor, { id })
  return { username, amount: typedUnits(String(amount)), note }
}

export const actions: Actions = {
  default: staffAction(permissionLevel.administrator, 'prepare', async ({ platform, actor }, fields) => {
    const { id } = await prepareMint(platform, actor, fields)
    redirect(302, `/admin/mint/${id}`)
  }),
}
