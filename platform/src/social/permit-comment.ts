import { may } from '../accounts/privacy/rules.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { requireOwner } from './queries.ts'

/**
 * Returns whether a user accepts comments from the viewer. A block and a privacy setting have the same effect.
 *
 * @param ownerId the owner of the commented content; null: the account is deleted
 * @throws Refused `missing`: the account was deleted meanwhile.
 */
export async function acceptsComments(db: Db, viewer: Actor, ownerId: string | null): Promise<boolean> {
  if (ownerId === null || ownerId === viewer.id) return true
  return may(viewer, await requireOwner(db, viewer.id, ownerId), 'comments')
}

/**
 * Checks that a user accepts comments from the actor.
 *
 * @param ownerId the owner of the commented content; null: the account is deleted
 * @throws Refused `forbidden`; `missing`: the account was deleted meanwhile.
 */
export async function permitComment(db: Db, actor: Actor, ownerId: string | null): Promise<void> {
  if (!(await acceptsComments(db, actor, ownerId))) throw new Refused('comments.refused')
}
