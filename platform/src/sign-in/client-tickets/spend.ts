import type { Clock } from '@baseplate/service/clock'
import { lockUser, type SecurityNotices } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { sha256 } from '../../foundation/ids.ts'
import { enter } from '../sessions/enter.ts'
import { listOpenSessions } from '../sessions/queries.ts'
import type { Device } from '../sessions/sessions.ts'
import { deleteClientTicket, findClientTicket } from './queries.ts'

/**
 * Spends a ticket of `issueClientTicket`, and signs its user in. The new session has proved no identity, so it must do so before it
 * changes the account's security.
 *
 * @param currentUserId user of the client's present session; undefined: it has none.
 * @returns the token of the new session. Undefined: the client is signed in as this user already, and keeps its session.
 * @throws Refused `forbidden`: the ticket is unknown, used or expired, or its session has ended.
 */
export async function spendClientTicket(
  platform: { db: Db; now: Clock; securityNotices: SecurityNotices },
  ticket: string,
  device: Device,
  currentUserId?: string,
): Promise<string | undefined> {
  const hash = sha256(ticket)
  const now = platform.now()
  const found = await findClientTicket(platform.db, hash, now)
  if (!found) throw invalidTicket()
  const { user_id: userId, session } = found
  return platform.securityNotices.transaction(userId, async (trx, tell) => {
    // With the lock, the end of all sessions at the same moment ends either this ticket or the session that it becomes.
    await lockUser(trx, userId)
    if (!(await deleteClientTicket(trx, hash))) throw invalidTicket()
    if (!(await listOpenSessions(trx, userId, now)).has(session)) throw invalidTicket()
    return userId === currentUserId ? undefined : enter(trx, userId, device, { now, tell, proved: 0 })
  })
}

const invalidTicket = () => new Refused('accounts.client_ticket_invalid')
