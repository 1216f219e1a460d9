import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { isConflict } from '../foundation/database/conflict.ts'
import { InvalidFields } from '../foundation/errors.ts'
import { newUserId } from '../foundation/ids.ts'
import { parseInput } from '../foundation/input.ts'
import { initialAccountInput, registerInput } from './input.ts'
import { hashPassword } from './password.ts'
import { findUserByName, hasAccounts } from './queries.ts'
import { permissionLevel, usernameKey } from './rules.ts'
import { createSession, type Device } from './sessions.ts'

interface Registering {
  db: Db
  now: Clock
}

/**
 * Makes an account and signs it in; answers the session token. The first account of an instance is its administrator.
 *
 * @throws InvalidFields
 */
export async function register(platform: Registering, input: unknown, device: Device): Promise<string> {
  const { username, password } = parseInput(registerInput, input)
  const first = !(await hasAccounts(platform.db))
  return createAccount(platform, { username, password, first }, device)
}

/**
 * Makes the first account of an instance, its administrator; answers the session token.
 *
 * @throws InvalidFields, also when there is an account already or another one wins the race.
 */
export async function registerInitialAccount(
  platform: Registering,
  input: unknown,
  device: Device,
): Promise<string> {
  if (await hasAccounts(platform.db)) throw new InvalidFields(alreadySetUp)
  const { username, password } = parseInput(initialAccountInput, input)
  return createAccount(platform, { username, password, first: true }, device)
}

const alreadySetUp = { username: "There's already an account registered" }
const taken = { username: 'This username is already in use' }

async function createAccount(
  platform: Registering,
  account: { username: string; password: string; first: boolean },
  device: Device,
): Promise<string> {
  const { username, first } = account
  // Asked before the hash is made, which takes tens of milliseconds; the unique index decides in the end.
  if (await findUserByName(platform.db, username)) throw new InvalidFields(taken)
  const password_hash = await hashPassword(account.password)
  const id = newUserId()
  const now = platform.now()
  try {
    return await platform.db.transaction().execute(async (db) => {
      if (first) await db.insertInto('first_account').values({ id: 1, user_id: id }).execute()
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
          created: now,
        })
        .execute()
      return createSession(db, id, device, now)
    })
  } catch (error) {
    if (!isConflict(error)) throw error
    const nameTaken = await findUserByName(platform.db, username)
    throw new InvalidFields(nameTaken ? taken : alreadySetUp)
  }
}
