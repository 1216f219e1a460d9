import { type Actor, usernameKey } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'

/** Returns the usernames, among these, of users whose friend request the actor has not answered. */
export async function listPendingRequests(
  { db }: { db: Db },
  actor: Actor,
  usernames: readonly string[],
): Promise<string[]> {
  if (usernames.length === 0) return []
  const keys = [...new Set(usernames.map(usernameKey))]
  const senders = (own: 'low_id' | 'high_id', other: 'low_id' | 'high_id') =>
    db
      .selectFrom('users')
      .innerJoin('friendships', `friendships.${other}`, 'users.id')
      .select('users.username')
      .where('users.username_key', 'in', keys)
      .where(`friendships.${own}`, '=', actor.id)
      .whereRef('friendships.requested_by', '=', 'users.id')
  const found = await senders('low_id', 'high_id').unionAll(senders('high_id', 'low_id')).execute()
  return found.map(({ username }) => username)
}
