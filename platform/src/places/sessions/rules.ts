import { minute, second } from '@baseplate/service/clock'
import { isInForce } from '../../accounts/standing/rules.ts'

/** An unused join ticket is valid for this long. */
export const joinTicketLifetime = 5 * minute

/** An unused join ticket holds its seat for this long. A ticket used later needs a free seat. */
export const seatHeldFor = minute

/** Clocks of site processes may differ by this much before a seat is given to two players. */
const clockTolerance = 5 * second

/** Whether an unused join ticket holds a seat by every process's clock. */
export const holdsSeat = (record: { created: number }, now: number) =>
  record.created > now - seatHeldFor + clockTolerance

/** A user counts as playing, and a server as running, for this long after the last heartbeat. */
export const presenceLifetime = 35 * second

/** Whether a line is long for the player at a position: more players wait before them than the place has seats. */
export const isLongLine = (position: number, seats: number) => position > seats + 1

/** Whether a text has the form of a join ticket. The database is not asked for others. */
export const isJoinTicket = (text: string) => /^[a-z0-9]{24}$/.test(text)

interface JoinTicket {
  created: number
  started: number | null
  ended: number | null
  /** Type of the open moderation action against the player; null: none. */
  moderation: string | null
  moderation_expires: number | null
  /** 1: the place is taken down, archived or deleted. */
  closed: number
}

/** Whether a join ticket can be used: once, before it expires, unless the player is moderated or the place is closed. */
export function isRedeemable(record: JoinTicket, now: number): boolean {
  const moderated = record.moderation !== null && isInForce({ expires: record.moderation_expires }, now)
  return (
    record.started === null &&
    record.ended === null &&
    record.closed === 0 &&
    record.created > now - joinTicketLifetime &&
    !moderated
  )
}
