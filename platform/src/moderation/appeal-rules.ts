import { type Actor, type Moderated, whyNotModerate } from '../accounts/rules.ts'
import { Refused } from '../foundation/errors.ts'
import { type PlainCode, type Problem, problem } from '../foundation/problem.ts'

/** `Granted` lifts the decision; `Refused` leaves it in force. */
export const appealDecisions = ['Granted', 'Refused'] as const
export type AppealDecision = (typeof appealDecisions)[number]

/** Subjects of appeals: a user with a moderation action, or content that was taken down. */
const appealedTypes = ['user', 'asset', 'place'] as const
export type AppealedType = (typeof appealedTypes)[number]

/** Open appeals are listed oldest first, decided appeals by the newest decision. */
export const appealOrder = (decided: boolean) =>
  decided
    ? ({ column: 'appeal.decided', direction: 'desc' } as const)
    : ({ column: 'appeal.created', direction: 'asc' } as const)

/** Codes of the refusals of a moderator who was involved. */
export interface InvolvedTexts {
  /** The moderator owns the subject of the appeal. */
  own: PlainCode
  /** The moderator made the decision. */
  acted: PlainCode
}

interface Parties {
  ownerId: string | null
  /** Null: the owner's account is deleted. */
  ownerLevel: number | null
  moderatorId: string | null
}

/** Returns why a moderator cannot decide an appeal, or undefined if they can. */
export function whyNotDecide(
  actor: Actor,
  { ownerId, ownerLevel, moderatorId }: Parties,
  { what, own, acted }: InvolvedTexts & { what: Moderated },
): Problem | undefined {
  if (ownerId === actor.id) return problem(own)
  if (moderatorId === actor.id) return problem(acted)
  const owner = ownerId === null || ownerLevel === null ? null : { id: ownerId, permissionLevel: ownerLevel }
  return whyNotModerate(actor, owner, what)
}

export const nothingToAppeal = () => new Refused('appeals.nothing')

export const appealedAlready = () => new Refused('appeals.already')

export const noSuchAppeal = () => new Refused('appeals.not_found')

export const appealDecided = () => new Refused('appeals.decided')

export const appealEnded = () => new Refused('appeals.ended')
