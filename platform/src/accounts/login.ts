import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { InvalidFields } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import type { PasswordAttempts } from './attempts.ts'
import { loginInput } from './input.ts'
import { isLoginAddress, rememberLoginAddress } from './login-addresses.ts'
import { verifyNothing, verifyPassword } from './password.ts'
import { findUserByName, holdPassword } from './queries.ts'
import { usernameKey } from './rules.ts'
import { createSession, type Device } from './sessions.ts'

const incorrect = { password: 'Incorrect username or password' }

/**
 * Signs somebody in; answers the session token.
 *
 * @throws InvalidFields with one generic message for every wrong pair; Refused `limited` after too many of them, `busy`.
 */
export async function login(
  platform: { db: Db; now: Clock; passwordAttempts: PasswordAttempts },
  input: unknown,
  device: Device,
): Promise<string> {
  const { username, password } = parseInput(loginInput, input)
  const { db, now, passwordAttempts } = platform
  const { address } = device
  const account = usernameKey(username)
  const user = await findUserByName(db, username)
  const right = await passwordAttempts.try(
    {
      account,
      address,
      isKnown: () => isLoginAddress(db, { usernameKey: account, address, now: now() }),
    },
    () => (user ? verifyPassword(password, user.password_hash) : verifyNothing(password)),
  )
  if (!user || !right) throw new InvalidFields(incorrect)
  return db.transaction().execute(async (trx) => {
    // The password may have been changed since it was read, and all sessions ended: none begins with the old one.
    if (!(await holdPassword(trx, user))) throw new InvalidFields(incorrect)
    await rememberLoginAddress(trx, user.id, address, now())
    return createSession(trx, user.id, device, now())
  })
}
