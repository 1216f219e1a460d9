import { expect } from 'vitest'
import { password } from '../support/person.ts'
import { deletedAccount } from '../support/rows/access.ts'
import { mailed, ownTotp, totpCode } from '../support/rows/mailed.ts'
import type { Outcome, Row } from '../support/rows/row.ts'

const row = (request: string, when: string, mail: string, outcome: Outcome): Row => ({
  request,
  when,
  by: 'newcomer',
  given: mailed(),
  mail,
  ...outcome,
})

const newPassword = 'a whole new pass phrase'

/** Mails to confirmed addresses about what has happened to the account. */
export const notices: readonly Row[] = [
  row(
    'POST /settings/security?/totpconfirm',
    'with the code of an app',
    'An authenticator app was added to your account',
    {
      given: mailed(totpCode),
      input: { code: '{code}' },
      status: 200,
      shows: { recoveryCodes: expect.any(Array) },
    },
  ),
  row(
    'POST /settings/security?/totpremove',
    'of an app',
    'The authenticator app was removed from your account',
    { given: mailed(ownTotp), status: 200 },
  ),
  row(
    'POST /settings/tokens?/create',
    'with a name, scopes and days',
    'An access token for your account was created',
    { input: { name: 'Reader', scopes: 'read', expires: '30' }, status: 200 },
  ),
  row(
    'POST /settings/account?/export',
    'by a user',
    'An export of everything in your account was requested',
    { status: 200 },
  ),
  row(
    'POST /settings/account?/export',
    'by a user, when it is made',
    'The export of your account is ready to download',
    { status: 200 },
  ),
  row('POST /settings/account?/rename', 'with another name', 'Your username was changed to Mailed_anew', {
    input: { username: 'Mailed_anew' },
    status: 200,
  }),
  row(
    'POST /settings/account?/delete',
    'with the password',
    'Your account was deleted and will be erased in',
    { input: { password }, status: 302, location: /./ },
  ),
  row('POST /settings/account?/keep', 'after a deletion', 'You kept your account. It won’t be erased.', {
    given: mailed(deletedAccount),
    status: 200,
  }),
  row('POST /settings?/password', 'with a new password', 'Your account’s password was changed', {
    input: { cpassword: password, npassword: newPassword, cnpassword: newPassword },
    status: 200,
  }),
]

/** Mails with links that prove who owns an address. */
export const links: readonly Row[] = [
  row('POST /register?/register', 'with an address', 'Please confirm that this address belongs to your', {
    by: 'visitor',
    given: async () => ({ address: 'first@example.org' }),
    input: { username: 'First_mail', email: '{address}', password, cpassword: password },
    status: 302,
    location: '/home',
  }),
  row('POST /settings?/email', 'with an address', 'Please confirm this as the new email address', {
    given: async (world, actor) => ({ ...(await mailed()(world, actor)), address: 'second@example.org' }),
    input: { email: '{address}', password },
    status: 200,
  }),
  row('POST /recover', 'with a username', 'We received a request to reset the password of your account', {
    input: { account: '{me}' },
    status: 200,
  }),
]
