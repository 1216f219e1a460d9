import { listFlagHistory, undoFlagChange } from '@baseplate/platform/operations/door'
import { action } from '#lib/server/action.ts'
import { listPage } from '#lib/server/page.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = listPage(listFlagHistory, {
  data: (history) => ({ ...history, title: t('operations.flags.history') }),
})

export const actions: Actions = {
  undo: action('undo', undoFlagChange, {
    done: ({ name }) => ({ message: t('operations.flag_history.undone', { name }) }),
  }),
}
