import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { minute } from '../../foundation/clock.ts'

/** What somebody has taken is theirs for so long after the last thing they did about the queue. */
export const holdFor = 10 * minute

/** As many as somebody has at once who takes the next ones. */
export const takenAtOnce = 5

/** Places in the queue are told up to this one: counting further would take longer the longer the queue is. */
export const countedPlaces = 1_000

export const mayReview = (actor: Actor): boolean => actor.permissionLevel >= permissionLevel.catalogManager

interface Hold {
  holder_id: string
  until: number
}

/** Whether somebody else looks at it at this moment. */
export const isHeldByAnother = (actor: Actor, hold: Hold | undefined, now: number): boolean =>
  hold !== undefined && hold.holder_id !== actor.id && hold.until > now
