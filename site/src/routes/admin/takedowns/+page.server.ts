import { undoTakedown, viewTakedowns } from '@baseplate/platform/moderation/door'
import { takenDownName } from '#lib/admin/taken-down-name.ts'
import { action } from '#lib/server/action.ts'
import { listPage } from '#lib/server/page.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = listPage(viewTakedowns)

export const actions: Actions = {
  undo: action('undo', undoTakedown, {
    done: (content) => ({ message: t('moderation.takedowns.restored', { name: takenDownName(content) }) }),
  }),
}
