import type { AuditedAction } from '../../accounts/door.ts'
import type { Actor, Moderated } from '../../accounts/rules.ts'
import type { Visibility } from '../../assets/rules.ts'
import type { Db } from '../../foundation/database.ts'
import type { Happening } from '../../notifications/door.ts'
import type { NotificationType } from '../../notifications/rules.ts'
import type { Renders } from '../../rendering/door.ts'
import type { InvolvedTexts } from '../appeal-rules.ts'
import type { ContentType, FollowUpStep } from './rules.ts'

/** Something that a moderator can take down. */
export interface Content {
  type: ContentType
  id: string
  name: string
  /** Null: the owner's account is deleted. */
  ownerId: string | null
  visibility: Visibility
  /** Path of its page. */
  link: string
}

/** The name of content, or of a user, in the audit log and in follow-up steps. */
export const subjectKey = ({ type, id }: { type: ContentType | 'user'; id: string }) =>
  `${type}:${id}` as const

/** The open transaction of a decision. */
export interface Deciding {
  db: Db
  renders: Pick<Renders, 'request'>
  actor: Actor
  now: number
}

/** How a decision is recorded and reported. */
export interface Outcome {
  action: AuditedAction
  /** Null: the owner is not notified. */
  notification: {
    type: NotificationType
    /** Describes what happened. @param text the reason of a takedown, or the answer to an appeal */
    happening(content: Content, text: string): Happening
  } | null
}

/** How content of one type is taken down. */
export interface ContentKind {
  /** The content as refusals name it. */
  what: Exclude<Moderated, 'accounts'>
  /** The lowest level that decides; a moderator's by default. */
  least?: number
  find(db: Db, id: string): Promise<Content | undefined>
  /** Hides the content if it is still what the moderator saw, and returns whether it was. */
  hide(deciding: Deciding, content: Content, seen: Seen & { reason: string }): Promise<boolean>
  /** The opposite of `hide`. Without it, a takedown is final. */
  show?(deciding: Deciding, content: Content, seen: Seen): Promise<boolean>
  /** The state of the content for the audit log; its visibility and the reason by default. */
  audited?(content: Content, reason: string | null): object
  /** Work that follows a takedown. */
  followUps: readonly FollowUpStep[]
  hidden: Outcome
  shown?: Outcome
}

/** The version of the content that the moderator looked at. */
export interface Seen {
  /** Hex SHA-256 of the file, where it is known. */
  file?: string | undefined
}

/** Content whose owner can appeal against a takedown. */
export interface AppealableKind extends ContentKind {
  appeals: {
    texts: InvolvedTexts
    /** @throws Refused unless the actor may appeal. */
    permit(db: Db, actor: Actor, id: string): Promise<void>
    granted: Outcome
    refused: Outcome
  }
}
