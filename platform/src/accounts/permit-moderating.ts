import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import type { Problem } from '../foundation/problem.ts'
import { findUser } from './queries.ts'
import { type Actor, type Moderated, whyNotModerate } from './rules.ts'

/** Content that an actor is about to moderate. */
interface Content {
  what: Exclude<Moderated, 'accounts'>
  /** Null: the owner's account is deleted. */
  ownerId: string | null
  /** The level that the action requires; a moderator's by default. */
  least?: number
}

/** Returns why the actor may not moderate the content, or undefined if they may. */
export async function whyNotModerateContent(
  db: Db,
  actor: Actor,
  { what, ownerId, least }: Content,
): Promise<Problem | undefined> {
  const owner = ownerId === null ? undefined : await findUser(db, ownerId)
  const account = owner ? { id: owner.id, permissionLevel: owner.permission_level } : null
  return whyNotModerate(actor, account, what, least)
}

/** @throws Refused `forbidden` with the reason of `whyNotModerate`. */
export async function permitModeratingContent(db: Db, actor: Actor, content: Content): Promise<void> {
  const why = await whyNotModerateContent(db, actor, content)
  if (why !== undefined) throw new Refused(why)
}
