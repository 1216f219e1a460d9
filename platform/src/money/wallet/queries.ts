import type { Db } from '../../foundation/database.ts'

/** Returns the names of users by their ids. Deleted accounts are missing. */
export async function findUsernames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'username']).where('id', 'in', distinct).execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}
