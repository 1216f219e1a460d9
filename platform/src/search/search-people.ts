import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { minPartLength } from '../foundation/name-key.ts'
import { type PersonState, viewStates } from '../people/door.ts'
import { type Friendship, viewFriendships } from '../social/door.ts'
import { searchInput } from './input.ts'
import { type Found, findByBeginning, findByPart } from './queries.ts'
import { findResembling } from './resembling.ts'
import {
  cursorText,
  type PeopleCursor,
  parsePeopleCursor,
  peoplePerPage,
  start,
  usernameKeyOf,
} from './rules.ts'

interface FoundPerson extends PersonState {
  id: string
  username: string
  portrait: string | null
  friendship: Friendship | null
}

/** One page of the people whose name contains `q` in any letter case, and the cursor of the next page. */
export interface PeopleFound {
  /** The searched text without surrounding spaces. */
  q: string
  users: FoundPerson[]
  next: string | null
}

/** @throws InvalidFields, Refused `invalid` */
export const searchPeople = useCase(
  { summary: 'Lists the people whose names contain `q`, page by page.', scope: 'read', input: searchInput },
  async (platform: { db: Db; now: Clock }, viewer, { q, cursor }): Promise<PeopleFound> => {
    const from = cursor === undefined ? start : parsePeopleCursor(cursor)
    const key = usernameKeyOf(q)
    const found = key === undefined ? [] : await findAlike(platform.db, key, from, peoplePerPage + 1)
    const shown = found.slice(0, peoplePerPage)
    const last = shown.at(-1)
    const ids = shown.map(({ id }) => id)
    const [stateOf, friendshipWith] = await Promise.all([
      viewStates(platform, viewer, ids),
      viewFriendships(platform.db, viewer, ids),
    ])
    return {
      q,
      users: shown.map(({ id, username, portrait }) => ({
        id,
        username,
        portrait,
        friendship: friendshipWith(id),
        ...stateOf(id),
      })),
      next: last && found.length > shown.length ? cursorText({ among: last.among, after: last.at }) : null,
    }
  },
)

/** Finds the first people for a text, without their states. */
export async function findPeople(db: Db, q: string, limit: number): Promise<Found[]> {
  const key = usernameKeyOf(q)
  return key === undefined ? [] : findAlike(db, key, start, limit)
}

type Placed = Found & Pick<PeopleCursor, 'among'>

/** Finds people by a part of their names or, if there are none, by names that are a typo away. */
async function findAlike(db: Db, key: string, from: PeopleCursor, limit: number): Promise<Placed[]> {
  const found = await find(db, key, from, limit)
  if (found.length > 0 || from !== start) return found
  // They fit on one page.
  const resembling = await findResembling(db, key, peoplePerPage)
  return resembling.map((user) => ({ ...user, among: 'parts' as const }))
}

async function find(db: Db, key: string, from: PeopleCursor, limit: number): Promise<Placed[]> {
  const beginnings =
    from.among === 'beginnings'
      ? (await findByBeginning(db, key, from.after, limit)).map((found) => ({
          ...found,
          among: from.among,
        }))
      : []
  const left = limit - beginnings.length
  if (left === 0 || key.length < minPartLength) return beginnings
  const parts = await findByPart(db, key, from.among === 'parts' ? from.after : '', left)
  return [...beginnings, ...parts.map((found) => ({ ...found, among: 'parts' as const }))]
}
