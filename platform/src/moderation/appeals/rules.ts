import { type Actor, isModerator, type Moderated, whyNotModerate } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'

/** `Granted` lifts the decision; `Refused` leaves it in force. */
export const appealDecisions = ['Granted', 'Refused'] as const
export type AppealDecision = (typeof appealDecisions)[number]

/** Subjects of appeals: a user with a moderation action, or content that was taken down. */
const appealedTypes = ['user', 'asset', 'place'] as const
export type AppealedType = (typeof appealedTypes)[number]

export const onlyModerators = 'Only moderators decide on appeals'

/** Open appeals are listed oldest first, decided ones by the newest decision. */
export const appealOrder = (decided: boolean) =>
  decided
    ? ({ column: 'appeal.decided', direction: 'desc' } as const)
    : ({ column: 'appeal.created', direction: 'asc' } as const)

/** Refusals of a moderator who was involved. */
export interface InvolvedTexts {
  /** The moderator owns what the appeal is about. */
  own: string
  /** The moderator made the decision. */
  acted: string
}

interface Parties {
  ownerId: string | null
  /** Null: the owner's account is deleted. */
  ownerLevel: number | null
  moderatorId: string | null
}

/** Returns why the actor cannot decide an appeal, or undefined if they can. */
export function whyNotDecide(
  actor: Actor,
  { ownerId, ownerLevel, moderatorId }: Parties,
  { what, own, acted }: InvolvedTexts & { what: Moderated },
): string | undefined {
  if (!isModerator(actor)) return onlyModerators
  if (ownerId === actor.id) return own
  if (moderatorId === actor.id) return acted
  const owner = ownerId === null || ownerLevel === null ? null : { id: ownerId, permissionLevel: ownerLevel }
  return whyNotModerate(actor, owner, what)
}

export const nothingToAppeal = () => new Refused('invalid', 'There is nothing that you could appeal against')

export const appealedAlready = () =>
  new Refused('invalid', 'You have appealed already. Once is all there is.')

export const noSuchAppeal = () => new Refused('missing', 'Appeal not found')

export const appealDecided = () => new Refused('invalid', 'This appeal is decided')

export const appealEnded = () => new Refused('invalid', 'What this appeal is about has ended')
