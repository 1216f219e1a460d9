import type { Clock } from '@baseplate/service/clock'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { sha256 } from '../../foundation/ids.ts'
import { findFirstHash } from '../sessions/queries.ts'
import { addClientTicket } from './queries.ts'

/**
 * Returns a ticket with which the user's game client or studio signs in once, within five minutes: docs/reference/client-protocol.md#sign-in-tickets.
 *
 * @param sessionToken of the actor's session. The ticket ends with the session.
 * @throws Refused `unauthenticated`: the session has ended.
 */
export async function issueClientTicket(
  { db, now }: { db: Db; now: Clock },
  actor: Pick<Actor, 'id'>,
  sessionToken: string,
): Promise<string> {
  const session = await findFirstHash(db, sha256(sessionToken))
  if (session === undefined) throw new Refused('site.sign_in_first')
  return db.transaction().execute((trx) => addClientTicket(trx, { userId: actor.id, session, now: now() }))
}
