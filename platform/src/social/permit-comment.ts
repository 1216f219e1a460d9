import { may } from '../accounts/privacy/rules.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import { Refused } from '../foundation/errors.ts'
import { requireOwner } from './owners.ts'

/**
 * Checks that a user accepts comments from the actor. A block and a privacy setting refuse in the same way.
 *
 * @param ownerId the owner of the commented content; null: the account is deleted
 * @throws Refused `forbidden`; `missing`: the account was deleted meanwhile.
 */
export async function permitComment(db: Db, actor: Actor, ownerId: string | null): Promise<void> {
  if (ownerId === null || ownerId === actor.id) return
  if (!may(actor, await requireOwner(db, actor.id, ownerId), 'comments'))
    throw new Refused('comments.refused')
}
