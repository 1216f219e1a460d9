import { prefillMint, prepareMint } from '@baseplate/platform/money/door'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import { typedUnits } from '#lib/texts/format.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = page(prefillMint, {
  data: ({ username, amount, note }) => ({
    username,
    amount: amount === null ? '' : typedUnits(String(amount)),
    note,
  }),
})

export const actions: Actions = {
  default: action('prepare', prepareMint, { done: ({ id }) => redirect(302, `/admin/mint/${id}`) }),
}
