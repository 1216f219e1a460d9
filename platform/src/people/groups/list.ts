import type { Db } from '../../database.ts'
import { parseInput } from '../../foundation/input.ts'
import { isPart, isSearchable, nameKeyOf } from '../../foundation/name-key.ts'
import { listInput } from './input.ts'
import { findByBeginning, findByPart, type GroupListing, listLargest } from './queries.ts'
import { groupsPerPage, parsePosition, positionText } from './rules.ts'

/** A page of groups; of what is searched for, there is one. */
export interface GroupList {
  /** What was searched for, without spaces around it; empty: nothing. */
  q: string
  groups: GroupListing[]
  next: string | null
}

/**
 * All groups, the largest first; those whose name has `q` in it, when something is searched for, those that begin with it first.
 *
 * @throws InvalidFields; Refused `invalid`
 */
export async function listGroups({ db }: { db: Db }, input: unknown): Promise<GroupList> {
  const { q, cursor } = parseInput(listInput, input)
  if (q !== '') return { q, groups: await search(db, nameKeyOf(q)), next: null }
  const after = cursor === undefined ? undefined : parsePosition(cursor)
  const read = await listLargest(db, { limit: groupsPerPage + 1, after })
  const groups = read.slice(0, groupsPerPage)
  const last = groups.at(-1)
  const more = last && read.length > groups.length
  return { q, groups, next: more ? positionText({ members: last.memberCount, id: last.id }) : null }
}

async function search(db: Db, key: string): Promise<GroupListing[]> {
  if (!isSearchable(key)) return []
  const beginnings = await findByBeginning(db, key, groupsPerPage)
  const left = groupsPerPage - beginnings.length
  if (left === 0 || !isPart(key)) return beginnings
  return [...beginnings, ...(await findByPart(db, key, left))]
}
