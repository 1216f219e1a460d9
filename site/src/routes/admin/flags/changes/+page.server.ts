import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { listFlagHistory, undoFlagChange } from '@baseplate/platform/operations/flags/history'
import { asActor } from '#lib/server/as-actor.ts'
import { staffAction } from '#lib/server/form.ts'
import { readList } from '#lib/server/read-list.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.administrator)
  return readList(event, async (query) => ({
    ...(await listFlagHistory(platform, actor, query)),
    title: t('operations.flags.history'),
  }))
}

export const actions: Actions = {
  undo: staffAction(permissionLevel.administrator, 'undo', async ({ platform, actor }, fields) => {
    const { name } = await undoFlagChange(platform, actor, fields)
    return { message: t('operations.flag_history.undone', { name }) }
  }),
}
