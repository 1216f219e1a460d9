import { type Fields, hasAccounts, openUseCase } from '../../accounts/door.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import type { PlainCode } from '../../foundation/problem.ts'
import { isFilteredName } from '../../foundation/text-filter.ts'
import { initialAccountInput, registerInput } from '../input.ts'
import { refuseLeakedPassword } from '../passwords/leaked-passwords.ts'
import { warnOfWeakPassword } from '../passwords/password-advice.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import type { Device } from '../sessions/sessions.ts'
import { alreadySetUp, createAccount, problemsOf, type Registering } from './create-account.ts'
import { requireSetup } from './setup-secret.ts'

/**
 * @throws InvalidFields; WorkRequired after too many accounts; Refused `limited` after far too many from one address, `busy`,
 * `forbidden` for a first account that needs the set-up secret.
 */
export const register = openUseCase(
  {
    summary:
      'Creates an account, signs it in and returns the session token. The first account of an instance is its administrator and needs no registration key, because only administrators can create keys.',
    scope: 'browser',
    permit: async (platform: Registering, _visitor, sent) => {
      if (!(await hasAccounts(platform.db))) await requireSetup(platform, sent)
    },
    input: async ({ db, config }: Registering) => {
      const isFirst = !(await hasAccounts(db))
      const { Keys, Emails } = config.Registration
      const schema = registerInput({ Emails, Keys: { ...Keys, Enabled: Keys.Enabled && !isFirst } })
      // Asked once, because an account that needs no key must be the first one.
      return schema.transform((fields) => ({ ...fields, isFirst }))
    },
  },
  async (
    platform: Registering,
    _visitor,
    { isFirst, username, password, email, regkey, weakpassword, work },
    device: Device,
  ): Promise<string> => {
    const account = { username, email, regkey, isFirst }
    // Checked before the slow password hash. The unique indexes and the key's uses decide in the end.
    const problems = await problemsOf(platform, account)
    const hasProblems = Object.keys(problems).length > 0
    if (!hasProblems) {
      await refuseLeakedPassword(platform, password, 'password')
      await warnOfWeakPassword(platform, { password, weakpassword }, [username, email])
    }
    await refuseAccount(platform, problems, { ...device, work })
    return createAccount(platform, { ...account, password_hash: await hashPassword(password) }, device)
  },
)

/**
 * Counts a new account towards the limit of its address, and refuses one with problems.
 *
 * @throws InvalidFields with the problems; Refused `limited`
 */
export async function refuseAccount(
  platform: Pick<Registering, 'registrationLimit'>,
  problems: Record<string, PlainCode>,
  { work, ...device }: Device & { work: string | undefined },
): Promise<void> {
  const hasProblems = Object.keys(problems).length > 0
  // Refusals of an address in use count as well, so that a client cannot probe many e-mail addresses.
  if (!hasProblems || problems.email) await platform.registrationLimit.spend(device, work)
  if (hasProblems) throw new InvalidFields(problems)
}

/** @throws InvalidFields if the instance has an account; Refused `forbidden` without the set-up secret where it is needed. */
export async function permitFirstAccount(
  platform: Registering,
  _visitor: unknown,
  sent: Fields,
): Promise<void> {
  if (await hasAccounts(platform.db)) throw new InvalidFields(alreadySetUp)
  await requireSetup(platform, sent)
}

/**
 * @throws InvalidFields, also if the instance has an account or another request creates one first; Refused `busy`, `forbidden`
 * without the set-up secret where it is needed.
 */
export const registerInitialAccount = openUseCase(
  {
    summary: 'Creates the first account of an instance, its administrator, and returns the session token.',
    scope: 'browser',
    permit: permitFirstAccount,
    input: initialAccountInput,
  },
  async (
    platform: Registering,
    _visitor,
    { username, password, weakpassword },
    device: Device,
  ): Promise<string> => {
    if (isFilteredName(platform.filterText, username))
      throw new InvalidFields({ username: 'input.name_filtered' })
    await refuseLeakedPassword(platform, password, 'password')
    await warnOfWeakPassword(platform, { password, weakpassword }, [username])
    const password_hash = await hashPassword(password)
    return createAccount(
      platform,
      { username, password_hash, email: null, regkey: null, isFirst: true },
      device,
    )
  },
)
