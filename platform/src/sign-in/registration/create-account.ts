import type { Clock } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { isConflict } from '@baseplate/storage/database/conflict'
import {
  findUserByEmail,
  insertUser,
  isKeptForAnother,
  recordFirstAccount,
  storedPrivacy,
  whyNameRefused,
} from '../../accounts/door.ts'
import type { Privacy } from '../../accounts/privacy/rules.ts'
import { permissionLevel, usernameKey } from '../../accounts/rules.ts'
import type { BrandingReader } from '../../foundation/branding.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { newUserId } from '../../foundation/ids.ts'
import { mailboxKey } from '../../foundation/mailbox.ts'
import type { PlainCode } from '../../foundation/problem.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import { emailInUse } from '../emails/change-email.ts'
import type { EmailLinks } from '../links/email-links.ts'
import { enter } from '../sessions/enter.ts'
import type { Device } from '../sessions/sessions.ts'
import { findRegistrationKey, spendRegistrationKey } from './queries.ts'
import type { RegistrationLimit } from './registration-limit.ts'
import { registrationKeyState, whyKeyNotOpen } from './rules.ts'
import { forgetSetupSecret } from './setup-secret.ts'

/** The parts of the platform that create accounts. */
export interface Adding {
  db: Db
  now: Clock
  config: Pick<Config, 'Registration' | 'Privacy' | 'Security' | 'baseUrl' | 'dataDirectory'>
  log: Logger
  branding: Pick<BrandingReader, 'read'>
  filterText: TextFilter
  emailLinks: Pick<EmailLinks, 'prepare' | 'wake'>
  /** Renders the first portraits of a new account. */
  renders: { request(db: Db, subject: `user:${string}`, priority: 0): Promise<void>; wake(): void }
  /** Tells other programs of a new account, inside the transaction that creates it. */
  announceAccount: (db: Db, account: { id: string; username: string }, now: number) => Promise<void>
  /** Stores the operator's notification settings for a new account, inside that transaction. */
  notificationDefaults: (db: Db, userId: string) => Promise<void>
}

/** The parts of the platform that register visitors. */
export interface Registering extends Adding {
  registrationLimit: RegistrationLimit
}

interface NewAccount {
  username: string
  email: string | null
  /** Null: no key is required. */
  regkey: string | null
  isFirst: boolean
}

type CheckedAccount = NewAccount & { password_hash: string }

const nameInUse = { username: 'accounts.username_taken' } as const
export const alreadySetUp = { username: 'accounts.already_set_up' } as const

/** Returns the problem of each field that prevents the registration. */
export async function problemsOf(
  platform: Adding,
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
export const createAccount = (
  platform: Registering,
  account: CheckedAccount,
  device: Device,
  also: (trx: Db, userId: string) => Promise<void> = async () => {},
): Promise<string> =>
  addAccount(platform, account, async (trx, userId) => {
    await also(trx, userId)
    // An account's first device is not reported as a new one.
    return enter(trx, userId, device, { now: platform.now(), tell() {} })
  })

/**
 * Creates an account whose fields were checked.
 *
 * @param finish runs in the transaction that creates the account. Returns its result.
 * @throws InvalidFields if another registration came first; any error of `finish`.
 */
export async function addAccount<Result>(
  platform: Adding,
  account: CheckedAccount,
  finish: (trx: Db, userId: string) => Promise<Result>,
): Promise<Result> {
  const { username, email, regkey, isFirst, password_hash } = account
  const id = newUserId()
  const now = platform.now()
  const mailLink = email === null ? undefined : await platform.emailLinks.prepare()
  try {
    const result = await platform.db.transaction().execute(async (db) => {
      if (isFirst) await recordFirstAccount(db, id)
      if (regkey !== null && !(await spendRegistrationKey(db, regkey, now))) throw new KeyUsedUp()
      await insertUser(db, {
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
      // Checked after the write, which has waited for a concurrent rename of the name's last user.
      if (await isKeptForAnother(db, username, { userId: id, now })) throw new InvalidFields(nameInUse)
      if (email !== null)
        await mailLink?.(db, { id, username, language: null }, { email, purpose: 'verification' })
      await platform.notificationDefaults(db, id)
      await platform.announceAccount(db, { id, username }, now)
      await platform.renders.request(db, `user:${id}`, 0)
      return finish(db, id)
    })
    if (isFirst) await forgetSetupSecret(platform)
    platform.renders.wake()
    platform.emailLinks.wake()
    return result
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
