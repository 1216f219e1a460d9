import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { loginInput } from '../input.ts'
import { hashPassword, isWeakHash, verifyNothing, verifyPassword } from '../passwords/password-hash.ts'
import { type Account, lockIfPasswordUnchanged, replacePassword } from '../passwords/queries.ts'
import { findUserByName } from '../queries.ts'
import { attemptAt, rememberLoginAddress } from './login-addresses.ts'
import type { PasswordAttempts } from './password-attempts.ts'
import { createSession, type Device } from './sessions.ts'

const incorrect = { password: 'accounts.credentials_invalid' } as const

/**
 * Signs a user in and returns the session's token. Replaces a hash that was made with weaker parameters than today's.
 *
 * @throws InvalidFields with the same message for an unknown name and a wrong password; Refused `limited` after too many of them, `busy`.
 */
export async function login(
  platform: { db: Db; now: Clock; passwordAttempts: PasswordAttempts },
  input: unknown,
  device: Device,
): Promise<string> {
  const { username, password } = parseInput(loginInput, input)
  const { db, passwordAttempts } = platform
  const user = await findUserByName(db, username)
  const isRight = await passwordAttempts.try(attemptAt(platform, username, device.address), () =>
    user ? verifyPassword(password, user.password_hash) : verifyNothing(password),
  )
  if (!user || !isRight) throw new InvalidFields(incorrect)
  const token =
    (await startSession(platform, user, device)) ??
    (await retrySession(platform, { username, password }, device))
  if (token === undefined) throw new InvalidFields(incorrect)
  if (isWeakHash(user.password_hash)) await strengthenHash(db, user, password)
  return token
}

/** Returns the session's token, or undefined when the stored hash has changed since it was verified. */
async function startSession(
  { db, now }: { db: Db; now: Clock },
  user: Account,
  device: Device,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    // A password change ends all sessions, so no session may start with the old password afterwards.
    if (!(await lockIfPasswordUnchanged(trx, user))) return undefined
    await rememberLoginAddress(trx, user.id, device.address, now())
    return createSession(trx, user.id, device, now())
  })
}

/** Another login may have strengthened the hash of the same password, so the new one is verified once. */
async function retrySession(
  platform: { db: Db; now: Clock },
  { username, password }: { username: string; password: string },
  device: Device,
): Promise<string | undefined> {
  const user = await findUserByName(platform.db, username)
  if (!user || !(await verifyPassword(password, user.password_hash))) return undefined
  return startSession(platform, user, device)
}

/** Replaces a weak hash. Under load this is left to the next login, because the current one has succeeded already. */
async function strengthenHash(db: Db, user: Account, password: string): Promise<void> {
  try {
    await replacePassword(db, user, await hashPassword(password))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}
