import type { Db } from '../../database.ts'
import { addressGroup, isLoopback } from '../../foundation/address-group.ts'
import { type Clock, hour } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { isConflict } from '../../foundation/database/conflict.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { newUserId } from '../../foundation/ids.ts'
import { parseInput } from '../../foundation/input.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import { mailboxKey } from '../../foundation/mailbox.ts'
import { filteredName, isFilteredName, type TextFilter } from '../../foundation/text-filter.ts'
import { emailInUse } from '../change-email.ts'
import { initialAccountInput, registerInput } from '../input.ts'
import { hashPassword } from '../passwords/password.ts'
import { warnOfWeakPassword } from '../passwords/password-advice.ts'
import { findUserByEmail, findUserByName, hasAccounts, looksLikeStaff } from '../queries.ts'
import { permissionLevel, registrationKeyFault, registrationKeyState, usernameKey } from '../rules.ts'
import { rememberLoginAddress } from '../sessions/login-addresses.ts'
import { createSession, type Device } from '../sessions/sessions.ts'
import { findRegistrationKey, spendRegistrationKey } from './queries.ts'

interface Registering {
  db: Db
  now: Clock
  config: Pick<Config, 'Name' | 'Registration'>
  registrationLimit: Limit
  filterText: TextFilter
  /** Where the first pictures of somebody new are asked for. */
  renders: { request(db: Db, subject: `user:${string}`, priority: 0): Promise<void>; wake(): void }
}

/** Accounts from one address in an hour. */
export const createRegistrationLimit = ({ Registration }: Pick<Config, 'Registration'>): Limit =>
  createLimit({
    points: Registration.PerAddress,
    windowSeconds: hour / 1000,
    message: 'Too many accounts were made from your network. Try again in an hour.',
  })

interface NewAccount {
  username: string
  password: string
  email: string | null
  /** Null: none is needed. */
  regkey: string | null
  first: boolean
}

/**
 * Makes an account and signs it in; answers the session token. The first account of an instance is its administrator,
 * and needs no key: there is nobody yet who could have made one.
 *
 * @throws InvalidFields; Refused `limited` after too many from one address, `busy`.
 */
export async function register(platform: Registering, input: unknown, device: Device): Promise<string> {
  const { db, config } = platform
  const first = !(await hasAccounts(db))
  const { Keys, Emails, PerAddress } = config.Registration
  const schema = registerInput({ PerAddress, Emails, Keys: { ...Keys, Enabled: Keys.Enabled && !first } })
  const { username, password, email, regkey, weakpassword } = parseInput(schema, input)
  const account = { username, password, email, regkey, first }
  // Asked before the password is hashed, which takes long; what is unique, and the key's uses, decide in the end.
  const faults = await faultsOf(platform, account)
  const hasFaults = Object.keys(faults).length > 0
  if (!hasFaults) await warnOfWeakPassword({ password, weakpassword }, [username, email, config.Name])
  // Whoever asks whose addresses these are learns no more of them than they could make accounts.
  if ((!hasFaults || faults.email) && !isLoopback(device.address)) {
    await platform.registrationLimit.spend(addressGroup(device.address))
  }
  if (hasFaults) throw new InvalidFields(faults)
  return createAccount(platform, account, device)
}

/**
 * Makes the first account of an instance, its administrator; answers the session token.
 *
 * @throws InvalidFields, also when there is an account already or another one wins the race; Refused `busy`.
 */
export async function registerInitialAccount(
  platform: Registering,
  input: unknown,
  device: Device,
): Promise<string> {
  if (await hasAccounts(platform.db)) throw new InvalidFields(alreadySetUp)
  const { username, password, weakpassword } = parseInput(initialAccountInput, input)
  if (isFilteredName(platform.filterText, username)) throw new InvalidFields({ username: filteredName })
  await warnOfWeakPassword({ password, weakpassword }, [username, platform.config.Name])
  return createAccount(platform, { username, password, email: null, regkey: null, first: true }, device)
}

const alreadySetUp = { username: "There's already an account registered" }
const looksLikeAnother = { username: 'This username looks too much like that of a member of staff' }
const nameInUse = { username: 'This username is already in use' }

/** A message for each field that stands against it at this moment. */
async function faultsOf(
  { db, now, config, filterText }: Registering,
  { username, email, regkey }: NewAccount,
): Promise<Record<string, string>> {
  const key = regkey === null ? undefined : await findRegistrationKey(db, regkey)
  const { Prefix: prefix } = config.Registration.Keys
  const keyFault =
    regkey === null
      ? undefined
      : registrationKeyFault(key && registrationKeyState(key, { prefix, now: now() }))
  return {
    ...((await looksLikeStaff(db, username)) && looksLikeAnother),
    ...((await findUserByName(db, username)) && nameInUse),
    ...(isFilteredName(filterText, username) && { username: filteredName }),
    ...(email !== null && (await findUserByEmail(db, email)) && emailInUse),
    ...(keyFault !== undefined && { regkey: keyFault }),
  }
}

async function createAccount(platform: Registering, account: NewAccount, device: Device): Promise<string> {
  const { username, email, regkey, first } = account
  const password_hash = await hashPassword(account.password)
  const id = newUserId()
  const now = platform.now()
  try {
    const token = await platform.db.transaction().execute(async (db) => {
      if (first) await db.insertInto('first_account').values({ id: 1, user_id: id }).execute()
      // Undone with everything else when the registration fails: only an account costs a use.
      if (regkey !== null && !(await spendRegistrationKey(db, regkey, now))) throw new KeyGone()
      await db
        .insertInto('users')
        .values({
          id,
          username,
          username_key: usernameKey(username),
          password_hash,
          permission_level: first ? permissionLevel.administrator : permissionLevel.user,
          description: '',
          description_updated: now,
          theme: null,
          email,
          email_key: email === null ? null : mailboxKey(email),
          created: now,
        })
        .execute()
      await rememberLoginAddress(db, id, device.address, now)
      // Nobody waits for pictures: until they are there, a placeholder is.
      await platform.renders.request(db, `user:${id}`, 0)
      return createSession(db, id, device, now)
    })
    platform.renders.wake()
    return token
  } catch (error) {
    if (!isConflict(error) && !(error instanceof KeyGone)) throw error
    // Somebody else was quicker: what they took is what stands against it now.
    const faults = await faultsOf(platform, account)
    throw new InvalidFields(Object.keys(faults).length > 0 ? faults : alreadySetUp)
  }
}

/** The key had a use when it was looked up, and has none now. */
class KeyGone extends Error {}
