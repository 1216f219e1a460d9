import type { Db } from '../foundation/database.ts'
import { distanceOf, toleratedEdits } from '../foundation/spelling.ts'
import { type Found, findByBeginning, findByPart } from './queries.ts'

/** Maximum number of usernames that are compared, for each half of the text. */
const compared = 200

/**
 * Lists users whose name is a typo away from a key, the closest first. An edit leaves one half of a name as it is, so only
 * names that begin with the first half or contain the second one are compared.
 */
export async function findResembling(db: Db, key: string, limit: number): Promise<Found[]> {
  const most = toleratedEdits(key)
  if (most === 0) return []
  const middle = Math.ceil(key.length / 2)
  const [first, second] = [key.slice(0, middle - 1), key.slice(middle)]
  const candidates = [
    ...(await findByBeginning(db, first, '', compared)),
    ...(second.length > 2 ? await findByPart(db, second, '', compared) : []),
  ]
  const byId = new Map(candidates.map((user) => [user.id, user]))
  return [...byId.values()]
    .map((user) => ({ user, edits: distanceOf(key, user.username.toLowerCase()) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((one, other) => one.edits - other.edits)
    .slice(0, limit)
    .map(({ user }) => user)
}
