import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { isConflict } from '../../foundation/database/conflict.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import type { IdentityReader } from '../../foundation/identity.ts'
import { newUserId } from '../../foundation/ids.ts'
import { parseInput } from '../../foundation/input.ts'
import type { Logger } from '../../foundation/log.ts'
import { mailboxKey } from '../../foundation/mailbox.ts'
import type { PlainCode } from '../../foundation/problem.ts'
import { isFilteredName, type TextFilter } from '../../foundation/text-filter.ts'
import { emailInUse } from '../emails/change-email.ts'
import type { EmailLinks } from '../emails/email-links.ts'
import { initialAccountInput, registerInput } from '../input.ts'
import { isKeptForAnother } from '../names/queries.ts'
import { refuseLeakedPassword } from '../passwords/leaked-passwords.ts'
import { warnOfWeakPassword } from '../passwords/password-advice.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { storedPrivacy } from '../privacy/queries.ts'
import type { Privacy } from '../privacy/rules.ts'
import { findUserByEmail, hasAccounts } from '../queries.ts'
import { permissionLevel, usernameKey } from '../rules.ts'
import { enter } from '../sessions/enter.ts'
import type { Device } from '../sessions/sessions.ts'
import { findRegistrationKey, spendRegistrationKey } from './queries.ts'
import type { RegistrationLimit } from './registration-limit.ts'
import { registrationKeyState, whyKeyNotOpen } from './rules.ts'
import { whyNameRefused } from './why-name-refused.ts'

export interface Registering {
  db: Db
  now: Clock
  config: Pick<Config, 'Registration' | 'Privacy' | 'Security'>
  log: Logger
  identity: Pick<IdentityReader, 'read'>
  registrationLimit: RegistrationLimit
  filterText: TextFilter
  emailLinks: EmailLinks
  /** Renders the first portraits of a new account. */
  renders: { request(db: Db, subject: `user:${string}`, priority: 0): Promise<void>; wake(): void }
  /** Tells other programs of a new account, inside the transaction that creates it. */
  announceAccount: (db: Db, account: { id: string; username: string }, now: number) => Promise<void>
  /** Stores the operator's notification settings for a new account, inside that transaction. */
  notificationDefaults: (db: Db, userId: string) => Promise<void>
}

interface NewAccount {
  username: string
  email: string | null
  /** Null: no key is required. */
  regkey: string | null
  isFirst: boolean
}

/**
 * Creates an account, signs it in and returns the session token. The first account of an instance is its administrator and
 * needs no registration key, because only administrators can create keys.
 *
 * @throws InvalidFields; WorkRequired after too many accounts; Refused `limited` after far too many from one address, `busy`.
 */
export async function register(platform: Registering, input: unknown, device: Device): Promise<string> {
  const { db, config } = platform
  const isFirst = !(await hasAccounts(db))
  const { Keys, Emails } = config.Registration
  const schema = registerInput({ Emails, Keys: { ...Keys, Enabled: Keys.Enabled && !isFirst } })
  const { username, password, email, regkey, weakpassword, work } = parseInput(schema, input)
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
}

/**
 * Counts a new account towards the limit of its address, and refuses one with problems.
 *
 * @throws InvalidFields with the problems; Refused `limited`
 */
export async function refuseAccount(
  platform: Pick<Registering, 'registrationLimit'>,
  problems: Record<string, PlainCode>,
  { address, work }: Device & { work: string | undefined },
): Promise<void> {
  const hasProblems = Object.keys(problems).length > 0
  // Refusals of an address in use count as well, so that a client cannot probe many e-mail addresses.
  if (!hasProblems || problems.email) await platform.registrationLimit.spend(address, work)
  if (hasProblems) throw new InvalidFields(problems)
}

/**
 * Creates the first account of an instance, its administrator, and returns the session token.
 *
 * @throws InvalidFields, also if the instance has an account or another request creates one first; Refused `busy`.
 */
export async function registerInitialAccount(
  platform: Registering,
  input: unknown,
  device: Device,
): Promise<string> {
  if (await hasAccounts(platform.db)) throw new InvalidFields(alreadySetUp)
  const { username, password, weakpassword } = parseInput(initialAccountInput, input)
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
}

const nameInUse = { username: 'accounts.username_taken' } as const
const alreadySetUp = { username: 'accounts.already_set_up' } as const

/** Returns the problem of each field that prevents the registration. */
export async function problemsOf(
  platform: Registering,
  { username, email, regkey, isFirst }: NewAccount,
): Promise<Record<string, PlainCode>> {
  const { db, now, config } = platform
  const key = regkey === null ? undefined : await findRegistrationKey(db, regkey)
  const { Prefix: prefix } = config.Registration.Keys
  const keyProblem =
    regkey === null ? undefined : whyKeyNotOpen(key && registrationKeyState(key, { prefix, now: now() }))
  const nameProblem = await whyNameRefused(platform, username, { isFirst })
  return {
    ...(nameProblem !== undefined && { username: nameProblem }),
    ...(email !== null && (await findUserByEmail(db, email)) && emailInUse),
    ...(keyProblem !== undefined && { regkey: keyProblem }),
  }
}

/**
 * Creates an account whose fields were checked, signs it in and returns the session token.
 *
 * @param also runs in the transaction that creates the account.
 * @throws InvalidFields if another registration came first; any error of `also`.
 */
export async function createAccount(
  platform: Registering,
  account: NewAccount & { password_hash: string },
  device: Device,
  also: (trx: Db, userId: string) => Promise<void> = async () => {},
): Promise<string> {
  const { username, email, regkey, isFirst, password_hash } = account
  const id = newUserId()
  const now = platform.now()
  const mailLink = email === null ? undefined : await platform.emailLinks.prepare()
  try {
    const token = await platform.db.transaction().execute(async (db) => {
      if (isFirst) await db.insertInto('first_account').values({ id: 1, user_id: id }).execute()
      if (regkey !== null && !(await spendRegistrationKey(db, regkey, now))) throw new KeyUsedUp()
      await db
        .insertInto('users')
        .values({
          id,
          username,
          username_key: usernameKey(username),
          password_hash,
          permission_level: isFirst ? permissionLevel.administrator : permissionLevel.user,
          description: '',
          description_updated: now,
          theme: null,
          language: null,
          email,
          email_key: email === null ? null : mailboxKey(email),
          created: now,
          ...storedPrivacy(defaultPrivacy(platform.config)),
        })
        .execute()
      // Checked after the write, which has waited for a concurrent rename of the name's last user.
      if (await isKeptForAnother(db, username, { userId: id, now })) throw new InvalidFields(nameInUse)
      if (email !== null)
        await mailLink?.(db, { id, username, language: null }, { email, purpose: 'verification' })
      await also(db, id)
      await platform.notificationDefaults(db, id)
      await platform.announceAccount(db, { id, username }, now)
      await platform.renders.request(db, `user:${id}`, 0)
      // An account's first device is not reported as a new one.
      return enter(db, id, device, { now, tell() {} })
    })
    platform.renders.wake()
    platform.emailLinks.wake()
    return token
  } catch (error) {
    if (!isConflict(error) && !(error instanceof KeyUsedUp)) throw error
    // Another registration took the name, the address or the last use of the key.
    const problems = await problemsOf(platform, account)
    throw new InvalidFields(Object.keys(problems).length > 0 ? problems : alreadySetUp)
  }
}

const defaultPrivacy = ({ Privacy }: Pick<Config, 'Privacy'>): Privacy => ({
  online: Privacy.Online,
  playing: Privacy.Playing,
  joinable: Privacy.Joinable,
  requests: Privacy.Requests,
  follows: Privacy.Follows,
  comments: Privacy.Comments,
  inventory: Privacy.Inventory,
  friends: Privacy.Friends,
})

/** The key had a use when it was checked, and has none now. */
class KeyUsedUp extends Error {}
