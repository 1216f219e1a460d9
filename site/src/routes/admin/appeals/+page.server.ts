import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { decideAppeal } from '@baseplate/platform/moderation/actions/decide-appeal'
import { countAppeals, viewAppeals } from '@baseplate/platform/moderation/actions/view-appeals'
import { decideAssetAppeal } from '@baseplate/platform/moderation/asset-review/decide-appeal'
import { countAssetAppeals, viewAssetAppeals } from '@baseplate/platform/moderation/asset-review/view-appeals'
import { decidePlaceAppeal } from '@baseplate/platform/moderation/takedowns/decide-appeal'
import { countPlaceAppeals, viewPlaceAppeals } from '@baseplate/platform/moderation/takedowns/view'
import { asActor } from '#lib/server/as-actor.ts'
import { staffAction } from '#lib/server/form.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { Actions, PageServerLoad } from './$types'

/** Lists appeals against moderation of accounts; with `about=items` those for items, with `about=games` those for games. */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  const query = queryOf(event)
  const open = {
    accounts: await countAppeals(platform, actor),
    items: await countAssetAppeals(platform, actor),
    games: await countPlaceAppeals(platform, actor),
  }
  if (query.about === 'games')
    return { about: 'games' as const, open, ...(await viewPlaceAppeals(platform, actor, query)) }
  return query.about === 'items'
    ? { about: 'items' as const, open, ...(await viewAssetAppeals(platform, actor, query)) }
    : { about: 'accounts' as const, open, ...(await viewAppeals(platform, actor, query)) }
}

export const actions: Actions = {
  decide: staffAction(permissionLevel.moderator, 'decide', async ({ platform, actor }, fields) => {
    const { username } = await decideAppeal(platform, actor, fields)
    return { message: `The appeal of ${username} is decided` }
  }),
  decideitem: staffAction(permissionLevel.moderator, 'decideitem', async ({ platform, actor }, fields) => {
    const { name } = await decideAssetAppeal(platform, actor, fields)
    return { message: `The appeal for “${name}” is decided` }
  }),
  decidegame: staffAction(permissionLevel.moderator, 'decidegame', async ({ platform, actor }, fields) => {
    const { name } = await decidePlaceAppeal(platform, actor, fields)
    return { message: `The appeal for “${name}” is decided` }
  }),
}
