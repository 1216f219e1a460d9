import type { Generated } from 'kysely'
import type { EventType } from './events.ts'
import type { DisabledReason, Failure, WebhookFormat } from './rules.ts'

export interface WebhookTables {
  /** Addresses that events are sent to. */
  webhooks: {
    id: string
    /** The owner. Null: the platform, whose administrators manage it. */
    user_id: string | null
    url: string
    /** Types of events, separated by commas. */
    events: string
    format: WebhookFormat
    /** Signs deliveries: `whsec_` and base64. */
    secret: string
    /** The secret before the last rotation, which signs as well for a while. */
    old_secret: string | null
    old_secret_until: Generated<number>
    created: number
    /** Null: enabled. */
    disabled: DisabledReason | null
    /** Failures since the last success. */
    failures: Generated<number>
    /** Time of the first of these failures. */
    failing_since: number | null
    /** Nothing is sent until then. */
    rest_until: Generated<number>
  }
  /** Events that have not become deliveries yet: the outbox of the transactions that make them happen. */
  webhook_events: {
    /** Id of the message. */
    id: string
    /** JSON array of the webhooks that want the event. */
    webhook_ids: string
    position: number
    type: EventType
    subject: string
    link: string
    data: string
    created: number
  }
  /** Events for each webhook: waiting deliveries, and the log of finished ones. */
  webhook_deliveries: {
    webhook_id: string
    /** Id of the message, the same in each attempt. */
    id: string
    /** Unix microseconds, which put the events of a subject in order. */
    position: number
    type: EventType
    /** Deliveries of a webhook about the same subject are sent in order. */
    subject: string
    /** Path of the subject's page. */
    link: string
    /** JSON. */
    data: string
    created: number
    /** The delivery is given up after a failure at or after this time. */
    expires: number
    /** Time of the next attempt. Null: delivered, or given up. */
    due: number | null
    attempts: Generated<number>
    /** Time of the last attempt. */
    attempted: number | null
    delivered: Generated<number>
    /** Status of the last response. Null: there was none. */
    status: number | null
    /** Milliseconds of the last attempt. */
    duration: number | null
    /** Start of the last response. */
    response: string | null
    /** Why there was no response. */
    failure: Failure | null
  }
}

declare module '../foundation/database.ts' {
  interface Database extends WebhookTables {}
}
