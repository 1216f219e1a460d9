import type { Actor } from '@baseplate/platform/accounts/rules'
import { decideAppeal, viewAppeals } from '@baseplate/platform/moderation/door'
import type { RequestEvent } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { textOf } from '#lib/server/language.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { queryOf } from '#lib/server/request-url.ts'
import { whoActs } from '#lib/server/route-call.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

// Not `page`, in whose type the page could not tell the kinds of appeals apart.
export const load: PageServerLoad = handles(operationWith(viewAppeals), async (event: RequestEvent) => {
  const view = await viewAppeals(event.locals.platform, whoActs<Actor>(event, viewAppeals), queryOf(event))
  for (const appeal of view.appeals) if (appeal.problem) appeal.whyNot = textOf(appeal.problem)
  return view
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
