import type { Db } from '../../database.ts'
import { parseInput } from '../../foundation/input.ts'
import { requireOwnAccount } from '../queries.ts'
import type { Actor } from '../rules.ts'
import { privacyInput } from './input.ts'
import { privacyOf, storedPrivacy } from './queries.ts'
import type { Privacy } from './rules.ts'

/** Returns the privacy settings of the actor. */
export const viewPrivacy = async ({ db }: { db: Db }, actor: Actor): Promise<Privacy> =>
  privacyOf(await requireOwnAccount(db, actor))

/** Saves the given privacy settings of the actor. @throws InvalidFields */
export async function updatePrivacy({ db }: { db: Db }, actor: Actor, input: unknown): Promise<void> {
  const stored = storedPrivacy(parseInput(privacyInput, input))
  if (Object.keys(stored).length === 0) return
  await db.updateTable('users').set(stored).where('id', '=', actor.id).execute()
}
