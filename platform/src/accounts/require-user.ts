import type { Db } from '../database.ts'
import { Refused } from '../foundation/errors.ts'
import { findUserByName } from './queries.ts'

/** The user of a name, in any letter case. @throws Refused `missing` */
export async function requireUser(db: Db, username: string) {
  const user = await findUserByName(db, username)
  if (!user) throw new Refused('missing', 'User not found')
  return user
}
