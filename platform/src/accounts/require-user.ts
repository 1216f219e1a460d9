import type { Db } from '../database.ts'
import { Refused } from '../foundation/errors.ts'
import { findUserByName } from './queries.ts'
import { usernamePattern } from './rules.ts'

/**
 * The user of a name, in any letter case. One that nobody can have is no business of the database.
 *
 * @throws Refused `missing`
 */
export async function requireUser(db: Db, username: string) {
  const user = usernamePattern.test(username) ? await findUserByName(db, username) : undefined
  if (!user) throw new Refused('missing', 'User not found')
  return user
}
