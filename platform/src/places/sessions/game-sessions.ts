import type { Clock } from '@baseplate/service/clock'
import { createBatchLoader } from '@baseplate/storage/batch-loader'
import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { findGameSessions, type GameSession } from './queries.ts'
import { seatHeldFor } from './rules.ts'

/** Lookups wait this long for others. When hundreds of players join, they share a query and a synced commit. */
const batchMs = 10

/** A ticket to spend, and how games know its player from then on. */
export interface Start {
  ticket: string
  /** Number of the player in the join script. */
  number: number
  /** Hash of the key in the join script. */
  keyHash: string
}

/** Finds and starts game sessions by their tickets. Concurrent calls share a statement. */
export interface GameSessions {
  find(ticket: string): Promise<GameSession | undefined>
  /** Spends a ticket that still holds a seat. Returns true to the one caller that spent it, whose number and key are stored. */
  spend(start: Start): Promise<boolean>
}

export function createGameSessions(platform: { db: Db; now: Clock }): GameSessions {
  return {
    find: createBatchLoader(batchMs, async (tickets) => {
      const sessions = await findGameSessions(platform.db, tickets)
      const byTicket = new Map(sessions.map((session) => [session.ticket, session]))
      return tickets.map((ticket) => byTicket.get(ticket))
    }),
    // Sessions that were found together are spent together, without another wait.
    spend: createBatchLoader(0, async (starts) => {
      // The first of several calls with the same ticket gets it.
      const first = new Map(starts.toReversed().map((start) => [start.ticket, start]))
      const spent = await spendTickets(platform, [...first.values()])
      return starts.map((start) => spent.has(start.ticket) && first.get(start.ticket) === start)
    }),
  }
}

async function spendTickets(
  { db, now }: { db: Db; now: Clock },
  starts: readonly Start[],
): Promise<Set<string>> {
  const time = now()
  // Parameters have no type of their own in PostgreSQL.
  const values = starts.map(
    ({ ticket, number, keyHash }) =>
      sql`(cast(${ticket} as text), cast(${number} as integer), cast(${keyHash} as text))`,
  )
  const { rows } = await sql<{ ticket: string }>`
    with starting (ticket, number, key_hash) as (values ${sql.join(values)})
    update playing_records
    set started = ${time}, last_ping = ${time}, number = starting.number, key_hash = starting.key_hash
    from starting
    where playing_records.ticket = starting.ticket
      and started is null and ended is null and created > ${time - seatHeldFor}
    returning playing_records.ticket`.execute(db)
  return new Set(rows.map(({ ticket }) => ticket))
}
