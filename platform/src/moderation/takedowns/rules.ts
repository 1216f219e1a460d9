import { type Actor, isModerator, whyNotModerate } from '../../accounts/rules.ts'

/** In characters. */
export const maxReasonLength = 300

/** Rows of one page of the list. */
export const perPage = 50

interface Appealed {
  owner_id: string
  /** Null: the owner's account is deleted. */
  ownerLevel: number | null
  moderator_id: string
}

/** Returns why the actor cannot decide an appeal, or undefined if they can. */
export function whyNotDecide(
  actor: Actor,
  { owner_id, ownerLevel, moderator_id }: Appealed,
): string | undefined {
  if (!isModerator(actor)) return 'Only moderators decide appeals'
  if (owner_id === actor.id) return 'This is your own game. Another moderator decides.'
  if (moderator_id === actor.id) return 'You took this game down. Another moderator decides.'
  return whyNotModerate(
    actor,
    ownerLevel === null ? null : { id: owner_id, permissionLevel: ownerLevel },
    'places',
  )
}
