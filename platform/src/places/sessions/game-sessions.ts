import type { Db } from '../../database.ts'
import { coalesce } from '../../foundation/batch-loader.ts'
import type { Clock } from '../../foundation/clock.ts'
import { findGameSessions, type GameSession } from './queries.ts'
import { seatHeldFor } from './rules.ts'

/** No player notices it, and hundreds a second that join share a read and a synced commit, which are most of the work. */
const gatherMs = 4

/** Game sessions by their tickets. Those asked for at the same moment are read, and spent, together. */
export interface GameSessions {
  find(ticket: string): Promise<GameSession | undefined>
  /** Spends an issued ticket that still holds a seat; true for the one caller who spent it. */
  spend(ticket: string): Promise<boolean>
}

export function createGameSessions(platform: { db: Db; now: Clock }): GameSessions {
  return {
    find: coalesce(gatherMs, async (tickets) => {
      const sessions = await findGameSessions(platform.db, tickets)
      const byTicket = new Map(sessions.map((session) => [session.ticket, session]))
      return tickets.map((ticket) => byTicket.get(ticket))
    }),
    // Those who were found together come here together.
    spend: coalesce(0, async (tickets) => {
      const spent = await spendTickets(platform, tickets)
      // Of those who bring one ticket at the same moment, the first one has it.
      return tickets.map((ticket) => spent.delete(ticket))
    }),
  }
}

async function spendTickets(
  { db, now }: { db: Db; now: Clock },
  tickets: readonly string[],
): Promise<Set<string>> {
  const time = now()
  const rows = await db
    .updateTable('playing_records')
    .set({ started: time, last_ping: time })
    .where('ticket', 'in', tickets)
    .where('started', 'is', null)
    .where('ended', 'is', null)
    .where('created', '>', time - seatHeldFor)
    .returning('ticket')
    .execute()
  return new Set(rows.map(({ ticket }) => ticket))
}
