import type { Actor, Moderated } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import type { InvolvedTexts } from '../appeal-rules.ts'
import type { Deciding } from '../takedowns/content.ts'

/** The user or content that an appeal is about, as the deciding transaction found it. */
export interface Appealed {
  id: string
  /** A username, or the name of the content. */
  name: string
  ownerId: string | null
  /** Null: the owner's account is deleted. */
  ownerLevel: number | null
  /** The appealed decision, if it is in force or a warning that was read. */
  decision: { number: number; moderatorId: string } | undefined
  /** Lifts the decision. */
  grant(argument: Argument): Promise<void>
  refuse(argument: Argument): Promise<void>
}

/** The two texts of a decided appeal. */
export interface Argument {
  appeal: string
  answer: string
}

/** How appeals of one type work. */
export interface AppealedKind {
  what: Moderated
  texts: InvolvedTexts
  /** @throws Refused unless the actor may appeal. */
  permit(db: Db, actor: Actor, id: string): Promise<void>
  /** Returns the number of the decision in force, if it can be appealed. */
  findAppealable(db: Db, id: string, now: number): Promise<number | undefined>
  /** `number`: of the appealed decision. Returns undefined if the subject does not exist. @throws InvalidFields `username` if it is a user who does not exist. */
  find(deciding: Deciding, id: string, number: number): Promise<Appealed | undefined>
}
