import type { Clock } from '@baseplate/service/clock'
import { createBatchLoader } from '@baseplate/storage/batch-loader'
import type { Db } from '../../foundation/database.ts'
import { findGameSessions, type GameSession } from './queries.ts'
import { seatHeldFor } from './rules.ts'

/** Lookups wait this long for others. When hundreds of players join, they share a query and a synced commit. */
const batchMs = 10

/** Finds and starts game sessions by their tickets. Concurrent calls share a statement. */
export interface GameSessions {
  find(ticket: string): Promise<GameSession | undefined>
  /** Spends a ticket that still holds a seat. Returns true to the one caller that spent it. */
  spend(ticket: string): Promise<boolean>
}

export function createGameSessions(platform: { db: Db; now: Clock }): GameSessions {
  return {
    find: createBatchLoader(batchMs, async (tickets) => {
      const sessions = await findGameSessions(platform.db, tickets)
      const byTicket = new Map(sessions.map((session) => [session.ticket, session]))
      return tickets.map((ticket) => byTicket.get(ticket))
    }),
    // Sessions that were found together are spent together, without another wait.
    spend: createBatchLoader(0, async (tickets) => {
      const spent = await spendTickets(platform, tickets)
      // The first of several calls with the same ticket gets it.
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
