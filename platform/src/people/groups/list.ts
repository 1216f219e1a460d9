import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { isPartKey, isSearchable, nameKeyOf } from '../../foundation/name-key.ts'
import type { Spelling } from '../../foundation/spelling.ts'
import { listInput } from './input.ts'
import { findByPrefix, findBySubstring, type GroupListing, listGroupsOf, listLargest } from './queries.ts'
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

interface Listing {
  db: Db
  groupSpelling: Spelling
}

/**
 * Lists all groups, largest first. With `q`, finds groups by name: names that begin with it come before names that contain
 * it, and equal matches are sorted by members. If nothing matches, it searches for the corrected text.
 *
 * @throws Refused `invalid` for an invalid cursor.
 */
export async function listGroups(
  { db, groupSpelling }: Listing,
  { q = '', cursor }: { q?: string; cursor?: string | undefined },
): Promise<GroupList> {
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

/** @throws Refused `invalid` for an invalid cursor. */
export const viewGroups = useCase(
  {
    summary: "The user's own groups appear above the first page, unless there is a search.",
    scope: 'read',
    input: listInput,
  },
  async (platform: Listing, actor, query) => {
    const [list, own] = await Promise.all([listGroups(platform, query), listGroupsOf(platform.db, actor.id)])
    return { ...list, own: query.q === '' && query.cursor === undefined ? own : [] }
  },
)

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
