import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { InvalidFields } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { createLimit, type Limit } from '../foundation/limits.ts'
import { loginInput } from './input.ts'
import { verifyNothing, verifyPassword } from './password.ts'
import { findUserByName } from './queries.ts'
import { usernameKey } from './rules.ts'
import { createSession, type Device } from './sessions.ts'

/** 10 failures for one account from one address in 15 minutes (decisions, section 3). */
export const createLoginLimit = (): Limit =>
  createLimit({
    points: 10,
    windowSeconds: 15 * 60,
    message: 'Too many failed attempts for this account. Wait a quarter of an hour, then try again.',
  })

/**
 * Signs somebody in; answers the session token.
 *
 * @throws InvalidFields with one generic message for every wrong pair; Refused `limited` after too many of them.
 */
export async function login(
  platform: { db: Db; now: Clock; loginLimit: Limit },
  input: unknown,
  device: Device,
): Promise<string> {
  const { username, password } = parseInput(loginInput, input)
  const attempt = `${usernameKey(username)} ${device.address}`
  await platform.loginLimit.spend(attempt)
  const user = await findUserByName(platform.db, username)
  const right = user ? await verifyPassword(password, user.password_hash) : await verifyNothing(password)
  if (!user || !right) throw new InvalidFields({ password: 'Incorrect username or password' })
  await platform.loginLimit.clear(attempt)
  return createSession(platform.db, user.id, device, platform.now())
}
