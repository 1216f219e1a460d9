import { confirmMint, viewMint } from '@baseplate/platform/money/door'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import { withReason } from '#lib/server/payment-reason.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

const params = { id: String }

export const load: PageServerLoad = page(viewMint, {
  params,
  data: (mint) => ({ ...withReason(mint), title: t('treasury.mint.to', { username: mint.username }) }),
})

export const actions: Actions = { confirm: action('confirm', confirmMint, { params }) }
