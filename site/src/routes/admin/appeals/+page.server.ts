import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { decideAppeal } from '@baseplate/platform/moderation/appeals/decide-appeal'
import { viewAppeals } from '@baseplate/platform/moderation/appeals/view-appeals'
import { asActor } from '#lib/server/as-actor.ts'
import { staffAction } from '#lib/server/form.ts'
import { textOf } from '#lib/server/language.ts'
import { queryOf } from '#lib/server/request-url.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

/** Lists appeals against moderation of accounts; with `about=items` those for items, with `about=games` those for games. */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  const view = await viewAppeals(platform, actor, queryOf(event))
  for (const appeal of view.appeals) if (appeal.problem) appeal.whyNot = textOf(appeal.problem)
  return view
}

export const actions: Actions = {
  decide: staffAction(permissionLevel.moderator, 'decide', async ({ platform, actor }, fields) => {
    const { name } = await decideAppeal(platform, actor, 'user', fields)
    return { message: t('moderation.appeals.account_done', { name }) }
  }),
  decideitem: staffAction(permissionLevel.moderator, 'decideitem', async ({ platform, actor }, fields) => {
    const { name } = await decideAppeal(platform, actor, 'asset', fields)
    return { message: t('moderation.appeals.content_done', { name }) }
  }),
  decidegame: staffAction(permissionLevel.moderator, 'decidegame', async ({ platform, actor }, fields) => {
    const { name } = await decideAppeal(platform, actor, 'place', fields)
    return { message: t('moderation.appeals.content_done', { name }) }
  }),
}
