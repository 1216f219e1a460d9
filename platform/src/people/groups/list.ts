import type { Db } from '../../database.ts'
import { parseInput } from '../../foundation/input.ts'
import { isPartKey, isSearchable, nameKeyOf } from '../../foundation/name-key.ts'
import type { Spelling } from '../../foundation/spelling.ts'
import { listInput } from './input.ts'
import { findByPrefix, findBySubstring, type GroupListing, listLargest } from './queries.ts'
import { cursorText, groupsPerPage, parseGroupCursor } from './rules.ts'

/** A page of groups. A search has only one. */
export interface GroupList {
  /** The search text, trimmed. Empty: no search. */
  q: string
  /** The corrected text that was searched for, because nothing matches `q`; null: no correction. */
  corrected: string | null
  groups: GroupListing[]
  next: string | null
}

/**
 * Lists all groups, largest first. With `q`, finds groups by name: names that begin with it come before names that contain
 * it, and equal matches are sorted by members. If nothing matches, it searches for the corrected text.
 *
 * @throws InvalidFields; Refused `invalid` for an invalid cursor.
 */
export async function listGroups(
  { db, groupSpelling }: { db: Db; groupSpelling: Spelling },
  input: unknown,
): Promise<GroupList> {
  const { q, cursor } = parseInput(listInput, input)
  if (q !== '') {
    const groups = await search(db, nameKeyOf(q))
    const corrected = groups.length === 0 ? await groupSpelling.correct(nameKeyOf(q)) : undefined
    if (corrected === undefined) return { q, corrected: null, groups, next: null }
    const instead = await search(db, corrected)
    return { q, corrected: instead.length > 0 ? corrected : null, groups: instead, next: null }
  }
  const after = cursor === undefined ? undefined : parseGroupCursor(cursor)
  const read = await listLargest(db, { limit: groupsPerPage + 1, after })
  const groups = read.slice(0, groupsPerPage)
  const last = groups.at(-1)
  const more = last && read.length > groups.length
  return {
    q,
    corrected: null,
    groups,
    next: more ? cursorText({ members: last.memberCount, id: last.id }) : null,
  }
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
