import type { Db } from '../database.ts'
import { InvalidFields, Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { endSessionsInput } from './input.ts'
import { verifyPassword } from './password.ts'
import { findUser } from './queries.ts'
import type { Actor } from './rules.ts'

/**
 * Ends all sessions of the person, this one included (contract: `POST /settings?/sessions`).
 *
 * @throws InvalidFields when the password is wrong.
 */
export async function endAllSessions(platform: { db: Db }, actor: Actor, input: unknown): Promise<void> {
  const { password } = parseInput(endSessionsInput, input)
  const user = await findUser(platform.db, actor.id)
  if (!user) throw new Refused('unauthenticated', 'This account is gone')
  if (!(await verifyPassword(password, user.password_hash))) {
    throw new InvalidFields({ password: 'Incorrect password' })
  }
  await platform.db.deleteFrom('sessions').where('user_id', '=', actor.id).execute()
}
