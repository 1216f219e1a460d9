import type { Db } from '../../database.ts'
import { parseInput } from '../../foundation/input.ts'
import { requireOwnAccount } from '../queries.ts'
import type { Actor } from '../rules.ts'
import { privacyInput } from './input.ts'
import { privacyOf, storedPrivacy } from './queries.ts'
import type { Privacy } from './rules.ts'

/** Returns the privacy settings of the actor. */
export async function viewPrivacy(
  { db }: { db: Db },
  actor: Actor,
): Promise<Privacy & { postFeed: 'Everybody' | 'Nobody' }> {
  const user = await requireOwnAccount(db, actor)
  return { ...privacyOf(user), postFeed: user.post_feed === 1 ? 'Everybody' : 'Nobody' }
}

/** Saves the given privacy settings of the actor. @throws InvalidFields */
export async function updatePrivacy({ db }: { db: Db }, actor: Actor, input: unknown): Promise<void> {
  const { postFeed, ...settings } = parseInput(privacyInput, input)
  const feed = postFeed === undefined ? {} : { post_feed: postFeed === 'Everybody' ? 1 : 0 }
  const stored = { ...storedPrivacy(settings), ...feed }
  if (Object.keys(stored).length === 0) return
  await db.updateTable('users').set(stored).where('id', '=', actor.id).execute()
}
