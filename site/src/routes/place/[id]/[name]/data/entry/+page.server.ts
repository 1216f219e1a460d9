import {
  deleteDataEntry,
  editDataEntry,
  restoreDataEntry,
  viewDataEntry,
} from '@baseplate/platform/game-data/door'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import { underSlug } from '#lib/server/under-slug.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

const params = { id: placeIdOf }

export const load: PageServerLoad = page(viewDataEntry, {
  params,
  data: (found, { event }) => underSlug(event, found, 'data/entry'),
})

export const actions: Actions = {
  edit: action('edit', editDataEntry, {
    params,
    asks: () => true,
    done: () => ({ message: t('game-data.entry.saved') }),
  }),
  delete: action('delete', deleteDataEntry, {
    params,
    done: () => ({ message: t('game-data.entry.deleted') }),
  }),
  restore: action('restore', restoreDataEntry, {
    params,
    done: () => ({ message: t('game-data.entry.restored') }),
  }),
}
