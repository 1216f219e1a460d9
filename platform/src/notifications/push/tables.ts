import type { Generated } from 'kysely'

export interface PushTables {
  /** Browsers that get a user's notifications. */
  push_subscriptions: {
    /** Hex SHA-256 of the endpoint, so that a browser belongs to the user who subscribed last. */
    id: string
    user_id: string
    /** Hash of the first token of the session that subscribed. The subscription ends with the session. */
    session: string
    /** A `deviceName`. */
    device: string
    /** Address at the browser's push service. */
    endpoint: string
    /** Public key and secret of the browser (RFC 8291), base64url. */
    p256dh: string
    auth: string
    created: number
  }
  /** Pushes that wait for their delivery. */
  notification_pushes: {
    subscription_id: string
    user_id: string
    notification_id: number
    created: number
    due: number
    attempts: Generated<number>
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends PushTables {}
}
