import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { newSignInToken, sha256 } from '../../foundation/ids.ts'

/** Time from the request for a ticket to its use. A client may update itself before it starts. */
const lifetimeMs = 5 * 60_000

/** Unused tickets of one account. A further one ends the oldest. */
const maxUnused = 20

/** Adds a ticket of the session that has this first hash. Returns the ticket, which is stored only as its hash. */
export async function addClientTicket(
  trx: Db,
  { userId, session, now }: { userId: string; session: string; now: number },
): Promise<string> {
  const ticket = newSignInToken()
  await trx
    .insertInto('client_tickets')
    .values({ ticket_hash: sha256(ticket), user_id: userId, session, expires: now + lifetimeMs })
    .execute()
  const earlier = await trx
    .selectFrom('client_tickets')
    .select('ticket_hash')
    .where('user_id', '=', userId)
    .where('ticket_hash', '!=', sha256(ticket))
    .orderBy('expires', 'desc')
    .execute()
  for (const { ticket_hash } of earlier.slice(maxUnused - 1)) await deleteClientTicket(trx, ticket_hash)
  return ticket
}

export const findClientTicket = (db: Db, hash: string, now: number) =>
  db
    .selectFrom('client_tickets')
    .select(['user_id', 'session'])
    .where('ticket_hash', '=', hash)
    .where('expires', '>', now)
    .executeTakeFirst()

/** Returns false if the ticket is gone. One of several simultaneous calls wins. */
export async function deleteClientTicket(trx: Db, hash: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('client_tickets')
    .where('ticket_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function sweepClientTickets({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db.deleteFrom('client_tickets').where('expires', '<=', now()).execute()
}
