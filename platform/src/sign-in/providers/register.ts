import { isConflict } from '@baseplate/storage/database/conflict'
import { hasAccounts, openUseCase, type Sender } from '../../accounts/door.ts'
import { Refused } from '../../foundation/errors.ts'
import { providerRegisterInput } from '../input.ts'
import { noPassword } from '../passwords/password-hash.ts'
import { createAccount, problemsOf, type Registering } from '../registration/create-account.ts'
import { refuseAccount } from '../registration/register.ts'
import type { Device } from '../sessions/sessions.ts'
import { addLinkedIdentity, findLinkedUser } from './queries.ts'
import type { UsingProviders } from './sign-in.ts'
import { findWaitingIdentity, spendWaitingIdentity } from './waiting-identities.ts'

/**
 * @throws InvalidFields; Refused `invalid` if the browser has not signed in at a provider; `conflict` if that account is linked already;
 * `limited` after too many accounts from one address.
 */
export const registerWithIdentity = openUseCase(
  {
    summary:
      "Creates an account without a password for the provider's account that a browser has signed in to. Signs it in and returns the session token. The rules of registration apply, keys included.",
    scope: 'browser',
    input: ({ config }: Registering & UsingProviders) => providerRegisterInput(config.Registration),
  },
  async (
    platform: Registering & UsingProviders,
    _visitor,
    { username, email, regkey, work },
    { providerToken: browser, ...device }: Device & Pick<Sender, 'providerToken'>,
  ): Promise<string> => {
    const identity = await findWaitingIdentity(platform, browser)
    // The first account is the administrator's, and the operator must be able to recover it.
    if (browser === undefined || !identity || !(await hasAccounts(platform.db)))
      throw new Refused('accounts.provider_expired')
    const account = { username, email, regkey, isFirst: false }
    await refuseAccount(platform, await problemsOf(platform, account), { ...device, work })
    const taken = () => new Refused('accounts.identity_taken', { provider: identity.provider.Name })
    return createAccount(
      platform,
      { ...account, password_hash: noPassword() },
      device,
      async (trx, userId) => {
        if (!(await spendWaitingIdentity(trx, browser))) throw new Refused('accounts.provider_expired')
        // Another browser may have registered with the same account meanwhile.
        if (await findLinkedUser(trx, identity)) throw taken()
        await addLinkedIdentity(trx, userId, identity, platform.now()).catch((error: unknown) => {
          throw isConflict(error) ? taken() : error
        })
      },
    )
  },
)
