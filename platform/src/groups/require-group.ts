import type { Db } from '../database.ts'
import { Refused } from '../foundation/errors.ts'
import { findGroup, type GroupRow } from './queries.ts'
import { isWritableName, nameLimits } from './rules.ts'

/**
 * The group of a name, in any letter case, once it is paid for. One that none can have is no business of the database.
 *
 * @throws Refused `missing`
 */
export async function requireGroup(db: Db, name: string): Promise<GroupRow> {
  const possible = name.length <= nameLimits.max && isWritableName(name)
  const group = possible ? await findGroup(db, name) : undefined
  if (group?.open !== 1) throw new Refused('missing', 'Group not found')
  return group
}
