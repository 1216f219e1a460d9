import { z } from 'zod'
import type { Configured } from '../foundation/config/schema.ts'

const choice = z
  .strictObject({
    /** Whether these notifications are in the inbox. Decisions and reviews always are. */
    Site: z.boolean().default(true),
    /** Whether they are mailed, at once or once a day. */
    Mail: z.enum(['Off', 'AtOnce', 'Daily']).default('Off'),
    /** Whether they are pushed to browsers whose user has turned pushes on. */
    Push: z.boolean().default(true),
  })
  .prefault({})

const notifications = z
  .strictObject({
    /** Friend requests and their acceptance. */
    Friends: choice,
    /** New followers. */
    Followers: choice,
    /** Invitations to parties. */
    Parties: choice,
    /** Comments and answers. */
    Comments: choice,
    /** Items that are sold. */
    Sales: choice,
    /** Currency that staff add. */
    Payments: choice,
    /** Reviews of items. */
    Review: choice,
    /** Decisions about content, reports and appeals. */
    Decisions: choice,
  })
  .prefault({})

/** Configuration keys of this domain, by group. */
export const notificationsConfig = {
  /** Notification settings of new accounts. Users change their own at /settings/notifications. */
  Notifications: notifications,
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof notificationsConfig> {}
}
