import {
  addStarterLists,
  chosenLists,
  saveWords,
  testText,
  viewFilter,
} from '@baseplate/platform/operations/door'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewFilter)

export const actions: Actions = {
  save: action('save', saveWords, { done: () => ({ message: t('operations.filter.words.saved') }) }),
  add: action('add', addStarterLists, {
    done: (_, __, fields) => ({
      message: t(
        chosenLists(fields) === '' ? 'operations.filter.lists.skipped' : 'operations.filter.lists.done',
      ),
    }),
  }),
  test: action('test', testText, {
    done: (tested, _, fields) => ({ ...tested, values: { text: fields.text ?? '' } }),
  }),
}
