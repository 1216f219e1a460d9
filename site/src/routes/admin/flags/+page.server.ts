import { listFlags, removeFlag, setFlag } from '@baseplate/platform/operations/door'
import { action } from '#lib/server/action.ts'
import { listPage } from '#lib/server/page.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = listPage(listFlags)

const nameIn = ({ name }: Record<string, string>) => name?.trim() ?? ''

export const actions: Actions = {
  set: action('set', setFlag, {
    done: (_, __, fields) => ({ message: t('operations.flags.saved', { name: nameIn(fields) }) }),
  }),
  remove: action('remove', removeFlag, {
    done: (_, __, fields) => ({ message: t('operations.flags.removed', { name: nameIn(fields) }) }),
  }),
}
