import { closeServerById, startServerById, viewServersOf } from '@baseplate/platform/places/door'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewServersOf, {
  params: { id: placeIdOf },
  data: (view) => ({ ...view, title: view.name }),
})

export const actions: Actions = {
  start: action('start', startServerById, {
    params: { id: String },
    done: () => ({ message: t('operations.servers.started') }),
  }),
  close: action('close', closeServerById, {
    params: { id: placeIdOf },
    done: () => ({ message: t('operations.servers.closed') }),
  }),
}
