import { type Actor, isModerator, permissionLevel, whyNotModerate } from '../../accounts/rules.ts'
import type { Visibility } from '../../assets/rules.ts'
import { minute } from '../../foundation/clock.ts'

/** What somebody has taken is theirs for so long after the last thing they did about the queue. */
export const holdFor = 10 * minute

/** As many as somebody has at once who takes the next ones. */
export const takenAtOnce = 5

/** Places in the queue are told up to this one: counting further would take longer the longer the queue is. */
export const countedPlaces = 1_000

/** In characters. */
export const maxReasonLength = 300

/** As many people as an item is taken off by one transaction. */
export const purgedAtOnce = 200

/** With as many in the queue behind everything that somebody waits for, others who wear what has another file wait their turn. */
export const redrawnAtOnce = 500

/** As many documents that refer to an asset as are drawn anew in one transaction. */
export const documentsAtOnce = 50

export const mayReview = (actor: Actor): boolean => actor.permissionLevel >= permissionLevel.catalogManager

interface Hold {
  holder_id: string
  until: number
}

/** Whether somebody else looks at it at this moment. */
export const isHeldByAnother = (actor: Actor, hold: Hold | undefined, now: number): boolean =>
  hold !== undefined && hold.holder_id !== actor.id && hold.until > now

interface Judged {
  creator_id: string | null
  visibility: Visibility
}

/** Against what is moderated, whoever made it may appeal. */
export const mayAppeal = (actor: Actor, asset: Judged): boolean =>
  asset.visibility === 'Moderated' && asset.creator_id === actor.id

interface Appealed {
  creator_id: string | null
  /** Null: their account is gone. */
  creatorLevel: number | null
  moderator_id: string | null
}

/** Why somebody cannot decide on an appeal; undefined: they can. */
export function whyNotDecide(
  actor: Actor,
  { creator_id, creatorLevel, moderator_id }: Appealed,
): string | undefined {
  if (!isModerator(actor)) return 'Only moderators decide on appeals'
  if (creator_id === actor.id) return 'You made this yourself: another moderator decides'
  if (moderator_id === actor.id) return 'You refused this yourself: another moderator decides'
  const creator =
    creator_id === null || creatorLevel === null ? null : { id: creator_id, permissionLevel: creatorLevel }
  return whyNotModerate(actor, creator, 'items')
}
