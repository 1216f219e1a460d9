import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { undoTakedown } from '@baseplate/platform/moderation/takedowns/undo'
import { viewTakedowns } from '@baseplate/platform/moderation/takedowns/view'
import { takenDownName } from '#lib/admin/taken-down-name.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { staffAction } from '#lib/server/form.ts'
import { readList } from '#lib/server/read-list.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.moderator)
  return readList(event, (query) => viewTakedowns(platform, actor, query))
}

export const actions: Actions = {
  undo: staffAction(permissionLevel.moderator, 'undo', async ({ platform, actor }, fields) => {
    const content = await undoTakedown(platform, actor, fields)
    return { message: t('moderation.takedowns.restored', { name: takenDownName(content) }) }
  }),
}
