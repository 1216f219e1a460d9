import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { removeFlag, setFlag } from '@baseplate/platform/operations/flags/edit'
import { listFlags } from '@baseplate/platform/operations/flags/view'
import { asActor } from '#lib/server/as-actor.ts'
import { staffAction } from '#lib/server/form.ts'
import { readList } from '#lib/server/read-list.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.administrator)
  return readList(event, (query) => listFlags(platform, actor, query))
}

export const actions: Actions = {
  set: staffAction(permissionLevel.administrator, 'set', async ({ platform, actor }, fields) => {
    await setFlag(platform, actor, fields)
    return { message: t('operations.flags.saved', { name: fields.name?.trim() ?? '' }) }
  }),
  remove: staffAction(permissionLevel.administrator, 'remove', async ({ platform, actor }, fields) => {
    await removeFlag(platform, actor, fields)
    return { message: t('operations.flags.removed', { name: fields.name?.trim() ?? '' }) }
  }),
}
