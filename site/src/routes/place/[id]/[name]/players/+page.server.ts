import { banPlayer, kickPlayer, unbanPlayer, viewPlacePlayers } from '@baseplate/platform/places/door'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { placeIdOf, queryOf } from '#lib/server/request-url.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

const params = { id: placeIdOf }

export const load: PageServerLoad = handles(
  operationWith(viewPlacePlayers, params),
  async (event: PageServerLoadEvent) => {
    const { platform, actor } = asActor(event)
    const id = placeIdOf(event.params.id)
    const view = await viewPlacePlayers(platform, actor, { ...queryOf(event), id })
    if (event.params.name !== view.slug) redirect(302, `/place/${id}/${view.slug}/players${event.url.search}`)
    return view
  },
)

/** Both buttons of the form send the same fields. */
const form = 'remove'

export const actions: Actions = {
  kick: action(form, kickPlayer, {
    params,
    done: ({ username }) => ({ message: t('place-players.kicked', { username }) }),
  }),
  ban: action(form, banPlayer, {
    params,
    done: ({ username }) => ({ message: t('place-players.banned', { username }) }),
  }),
  unban: action('unban', unbanPlayer, {
    params,
    done: ({ username }) => ({ message: t('place-players.unbanned', { username }) }),
  }),
}
