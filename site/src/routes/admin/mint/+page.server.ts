import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { unitsText } from '@baseplate/platform/foundation/money'
import { prepareMint } from '@baseplate/platform/money/treasury/prepare-mint'
import { viewMint } from '@baseplate/platform/money/treasury/view-mint'
import { redirect } from '@sveltejs/kit'
import { formAction } from '#lib/server/form.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

/** What the form begins with: nothing, a person (`username`), or what was entered before and is changed (`again`, its id). */
export const load: PageServerLoad = async (event) => {
  const actor = requireLevel(event, permissionLevel.administrator)
  const { searchParams } = event.url
  const id = searchParams.get('again')
  if (id === null) return { username: searchParams.get('username') ?? '', amount: '', note: '' }
  const { username, amount, note } = await viewMint(event.locals.platform, actor, { id })
  return { username, amount: unitsText(BigInt(amount)), note }
}

export const actions: Actions = {
  default: formAction('prepare', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.administrator)
    const { id } = await prepareMint(event.locals.platform, actor, fields)
    redirect(302, `/admin/mint/${id}`)
  }),
}
