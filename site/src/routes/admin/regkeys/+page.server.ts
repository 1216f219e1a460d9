import {
  createRegistrationKey,
  disableRegistrationKey,
  listRegistrationKeys,
} from '@baseplate/platform/accounts/registration/registration-keys'
import { registrationKeyStates } from '@baseplate/platform/accounts/registration/rules'
import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { asActor } from '#lib/server/as-actor.ts'
import { staffAction } from '#lib/server/form.ts'
import { readList } from '#lib/server/read-list.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.administrator)
  return readList(event, async (query) => ({
    ...(await listRegistrationKeys(platform, actor, query)),
    states: [...registrationKeyStates],
  }))
}

export const actions: Actions = {
  create: staffAction(permissionLevel.administrator, 'create', ({ platform, actor }, fields) =>
    createRegistrationKey(platform, actor, fields),
  ),
  disable: staffAction(permissionLevel.administrator, 'disable', async ({ platform, actor }, fields) => {
    await disableRegistrationKey(platform, actor, fields)
    return { message: t('operations.regkeys.disabled') }
  }),
}
