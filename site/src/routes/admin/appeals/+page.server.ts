import { decideAppeal } from '@baseplate/platform/moderation/appeals/decide-appeal'
import { viewAppeals } from '@baseplate/platform/moderation/appeals/view-appeals'
import { action } from '#lib/server/action.ts'
import { textOf } from '#lib/server/language.ts'
import { page } from '#lib/server/page.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewAppeals, {
  data: (view) => {
    for (const appeal of view.appeals) if (appeal.problem) appeal.whyNot = textOf(appeal.problem)
    return view
  },
})

export const actions: Actions = {
  decide: action('decide', decideAppeal.user, {
    done: ({ name }) => ({ message: t('moderation.appeals.account_done', { name }) }),
  }),
  decideitem: action('decideitem', decideAppeal.asset, {
    done: ({ name }) => ({ message: t('moderation.appeals.content_done', { name }) }),
  }),
  decidegame: action('decidegame', decideAppeal.place, {
    done: ({ name }) => ({ message: t('moderation.appeals.content_done', { name }) }),
  }),
}
