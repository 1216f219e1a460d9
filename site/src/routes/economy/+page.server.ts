import { claimStipend, viewWallet } from '@baseplate/platform/money/door'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

/** Stands in for the wallet while the economy service is unreachable. The page says so. */
const nothing = { balance: null, stipend: null, transactions: [], next: null }

export const load: PageServerLoad = page(viewWallet, { data: (wallet) => wallet ?? nothing })

export const actions: Actions = {
  stipend: action('stipend', claimStipend, { done: () => ({ message: t('money.stipend.claimed') }) }),
}
