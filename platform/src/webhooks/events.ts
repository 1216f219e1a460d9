import type { AuditedAction } from '../accounts/door.ts'

/** A user in the data of an event. */
export interface EventUser {
  id: string
  username: string
}

export const eventUser = ({ id, username }: EventUser): EventUser => ({ id, username })

/** A place or an item in the data of an event. */
interface EventContent {
  id: number
  name: string
}

/** Data of each type of event: docs/reference/webhooks.md#events. */
export interface EventData {
  'place.published': { place: EventContent; version: number; publisher: EventUser }
  'place.deleted': { place: EventContent }
  'place.server_failed': { place: EventContent; reason: string }
  /** Units as text. */
  /** Data of a player whose account was erased. `player` is the number. */
  'data.erased': { place: EventContent; player: number; entries: number }
  'item.sold': { item: EventContent; buyer: EventUser; price: string }
  'comment.created': {
    comment: { id: string; content: string }
    author: EventUser
    /** Name of the subject. */
    on: string
    /** `version` is that of an update of a place. */
    subject: { type: 'asset' | 'group' | 'place'; id: number; version?: number }
  }
  'user.registered': { user: EventUser }
  'report.created': { report: { id: string; category: string; title: string }; reporter: EventUser }
  'moderation.decided': {
    action: AuditedAction
    subject: string
    name: string
    reason: string
    moderator: EventUser
  }
  'webhook.test': Record<string, never>
}

export type EventType = keyof EventData

/** Types of events that users choose from: events of their own places and items. */
export const userEvents = [
  'place.published',
  'place.deleted',
  'place.server_failed',
  'data.erased',
  'item.sold',
  'comment.created',
] as const satisfies readonly EventType[]

/** Types of events that the platform's webhooks choose from: events of all users. */
export const platformEvents = [
  'user.registered',
  'report.created',
  'moderation.decided',
  ...userEvents,
] as const satisfies readonly EventType[]

export type ChosenEvent = (typeof platformEvents)[number]

export const isChosenEvent = (text: string): text is ChosenEvent =>
  platformEvents.some((type) => type === text)

/** An event that has happened, in the transaction that made it happen. */
export type NewEvent = {
  [Type in ChosenEvent]: {
    type: Type
    /** The user whose webhooks are told. Null: only those of the platform. */
    ownerId: string | null
    /** Subject of the event, such as `place:1`. */
    subject: string
    /** Path of the subject's page. */
    link: string
    /** Returns the data. It is called only if a webhook wants the event. */
    data: () => EventData[Type] | Promise<EventData[Type]>
  }
}[ChosenEvent]
