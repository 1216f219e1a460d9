import {
  createRegistrationKey,
  disableRegistrationKey,
  listRegistrationKeys,
} from '@baseplate/platform/accounts/registration/registration-keys'
import { permissionLevel, registrationKeyStates } from '@baseplate/platform/accounts/rules'
import { formAction } from '#lib/server/form.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireLevel(event, permissionLevel.administrator)
  const asked = Object.fromEntries(event.url.searchParams)
  return {
    ...(await listRegistrationKeys(event.locals.platform, actor, asked)),
    states: [...registrationKeyStates],
  }
}

export const actions: Actions = {
  create: formAction('create', (event, fields) =>
    createRegistrationKey(event.locals.platform, requireLevel(event, permissionLevel.administrator), fields),
  ),
  disable: formAction('disable', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.administrator)
    await disableRegistrationKey(event.locals.platform, actor, fields)
    return { message: 'The key is disabled' }
  }),
}
