import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { decideAppeal } from '@baseplate/platform/moderation/actions/decide-appeal'
import { countAppeals, viewAppeals } from '@baseplate/platform/moderation/actions/view-appeals'
import { decideAssetAppeal } from '@baseplate/platform/moderation/asset-review/decide-appeal'
import { countAssetAppeals, viewAssetAppeals } from '@baseplate/platform/moderation/asset-review/view-appeals'
import { decidePlaceAppeal } from '@baseplate/platform/moderation/takedowns/decide-appeal'
import { countPlaceAppeals, viewPlaceAppeals } from '@baseplate/platform/moderation/takedowns/view'
import { formAction } from '#lib/server/form.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

/** Appeals against moderation of accounts; with `about=items` those for items, with `about=games` those for games. */
export const load: PageServerLoad = async (event) => {
  const actor = requireLevel(event, permissionLevel.moderator)
  const { platform } = event.locals
  const query = Object.fromEntries(event.url.searchParams)
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
  decide: formAction('decide', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.moderator)
    const { username } = await decideAppeal(event.locals.platform, actor, fields)
    return { message: `The appeal of ${username} is decided` }
  }),
  decideitem: formAction('decideitem', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.moderator)
    const { name } = await decideAssetAppeal(event.locals.platform, actor, fields)
    return { message: `The appeal for “${name}” is decided` }
  }),
  decidegame: formAction('decidegame', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.moderator)
    const { name } = await decidePlaceAppeal(event.locals.platform, actor, fields)
    return { message: `The appeal for “${name}” is decided` }
  }),
}
