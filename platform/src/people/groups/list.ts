import type { Db } from '../../database.ts'
import { parseInput } from '../../foundation/input.ts'
import { isPartKey, isSearchable, nameKeyOf } from '../../foundation/name-key.ts'
import { listInput } from './input.ts'
import { findByPrefix, findBySubstring, type GroupListing, listLargest } from './queries.ts'
import { cursorText, groupsPerPage, parseGroupCursor } from './rules.ts'

/** A page of groups. A search has only one. */
export interface GroupList {
  /** The search text, trimmed. Empty: no search. */
  q: string
  groups: GroupListing[]
  next: string | null
}

/**
 * Lists all groups, largest first. With `q`, finds groups by name: names that begin with it come before names that contain
 * it, and equal matches are sorted by members.
 *
 * @throws InvalidFields; Refused `invalid` for an invalid cursor.
 */
export async function listGroups({ db }: { db: Db }, input: unknown): Promise<GroupList> {
  const { q, cursor } = parseInput(listInput, input)
  if (q !== '') return { q, groups: await search(db, nameKeyOf(q)), next: null }
  const after = cursor === undefined ? undefined : parseGroupCursor(cursor)
  const read = await listLargest(db, { limit: groupsPerPage + 1, after })
  const groups = read.slice(0, groupsPerPage)
  const last = groups.at(-1)
  const more = last && read.length > groups.length
  return { q, groups, next: more ? cursorText({ members: last.memberCount, id: last.id }) : null }
}

async function search(db: Db, key: string): Promise<GroupListing[]> {
  if (!isSearchable(key)) return []
  const prefixed = await findByPrefix(db, key, groupsPerPage)
  const left = groupsPerPage - prefixed.length
  const parts = left > 0 && isPartKey(key) ? await findBySubstring(db, key, left) : []
  const isExact = ({ name }: GroupListing) => nameKeyOf(name) === key
  return [
    ...prefixed.filter(isExact),
    ...largestFirst(prefixed.filter((group) => !isExact(group))),
    ...largestFirst(parts),
  ]
}

const largestFirst = (groups: readonly GroupListing[]) =>
  groups.toSorted((one, other) => other.memberCount - one.memberCount)
