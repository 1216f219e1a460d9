import {
  createRegistrationKey,
  disableRegistrationKey,
  listRegistrationKeys,
} from '@baseplate/platform/sign-in/door'
import { registrationKeyStates } from '@baseplate/platform/sign-in/registration/rules'
import { action } from '#lib/server/action.ts'
import { listPage } from '#lib/server/page.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = listPage(listRegistrationKeys, {
  data: (list) => ({ ...list, states: [...registrationKeyStates] }),
})

export const actions: Actions = {
  create: action('create', createRegistrationKey),
  disable: action('disable', disableRegistrationKey, {
    done: () => ({ message: t('operations.regkeys.disabled') }),
  }),
}
