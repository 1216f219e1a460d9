import type { Db } from '../database.ts'
import { joinTicketLifetime } from './rules.ts'

/** Spends a join ticket at a time in Unix milliseconds; true for the one caller who spent it. */
export type SpendTicket = (ticket: string, now: number) => Promise<boolean>

/**
 * Tickets that are redeemed at the same moment are spent by one statement, and so by one synced commit:
 * a commit costs a disk write, and when a popular place opens, hundreds join within the second.
 */
export function createSpendTicket(db: Db): SpendTicket {
  let waiting = new Map<string, { now: number; settle: (spent: Promise<boolean>) => void }>()

  const spendWaiting = () => {
    const batch = waiting
    waiting = new Map()
    const spent = spendAll(db, [...batch.keys()], Math.max(...[...batch.values()].map(({ now }) => now)))
    for (const [ticket, { settle }] of batch) settle(spent.then((tickets) => tickets.has(ticket)))
  }

  return (ticket, now) => {
    // Of two who bring the same ticket at the same moment, the first one has it.
    if (waiting.has(ticket)) return Promise.resolve(false)
    return new Promise<boolean>((resolve) => {
      if (waiting.size === 0) setImmediate(spendWaiting)
      waiting.set(ticket, { now, settle: resolve })
    })
  }
}

async function spendAll(db: Db, tickets: string[], now: number): Promise<Set<string>> {
  const rows = await db
    .updateTable('playing_records')
    .set({ state: 'playing', last_ping: now })
    .where('ticket', 'in', tickets)
    .where('state', '=', 'issued')
    .where('created', '>', now - joinTicketLifetime)
    .returning('ticket')
    .execute()
  return new Set(rows.map(({ ticket }) => ticket))
}
