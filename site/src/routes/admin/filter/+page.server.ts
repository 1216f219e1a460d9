import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { addStarterLists, saveWords } from '@baseplate/platform/operations/filter/edit'
import { testText, viewFilter } from '@baseplate/platform/operations/filter/view'
import { asActor } from '#lib/server/as-actor.ts'
import { staffAction } from '#lib/server/form.ts'
import { chosenLists } from '#lib/server/starter-lists.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.administrator)
  return viewFilter(platform, actor)
}

export const actions: Actions = {
  save: staffAction(permissionLevel.administrator, 'save', async ({ platform, actor }, fields) => {
    await saveWords(platform, actor, fields)
    return { message: t('operations.filter.words.saved') }
  }),
  add: staffAction(permissionLevel.administrator, 'add', async ({ platform, actor }, fields) => {
    const lists = chosenLists(fields)
    await addStarterLists(platform, actor, { lists })
    return {
      message: t(lists === '' ? 'operations.filter.lists.skipped' : 'operations.filter.lists.done'),
    }
  }),
  /** Returns a text as other users would read it, and whether it stays as it is. */
  test: staffAction(permissionLevel.administrator, 'test', async ({ platform, actor }, fields) => ({
    ...testText(platform, actor, fields),
    values: { text: fields.text ?? '' },
  })),
}
