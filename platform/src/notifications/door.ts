import { minute, second } from '@baseplate/service/clock'
import type { SecurityNotices } from '../accounts/door.ts'
import type { Door } from '../foundation/door.ts'
import { startJob } from '../foundation/jobs.ts'
import type { Services } from '../foundation/services.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import { eraseNotifications } from './erase.ts'
import { exports } from './export.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { sendNotificationMails } from './mails/send.ts'
import { createUnsubscribeLinks, type UnsubscribeLinks } from './mails/unsubscribe.ts'
import { openPushConnections, type PushConnections } from './push/post.ts'
import { sendPushes } from './push/send.ts'
import type {} from './push/tables.ts'
import { createVapidKeys, type VapidKeys } from './push/vapid.ts'
import { createSecurityNotices } from './security-notices.ts'
import { createNotificationDefaults } from './settings/defaults.ts'
import { createNotificationSweep } from './sweep.ts'
import type {} from './tables.ts'

export { dropDeliveriesOf, isReachable } from './deliveries.ts'
export type { InboxEvent, Topic } from './follow.ts'
export { forgetHappening } from './forget-happening.ts'
export { forgetSender } from './forget-sender.ts'
export type { Inbox } from './inbox.ts'
export { parseNotificationId, readInput } from './input.ts'
export { openNotification, viewLink, viewNewestNotifications, viewNotifications } from './list.ts'
export { unsubscribe, viewUnsubscribing } from './mails/unsubscribe.ts'
export { notify } from './notify.ts'
export { subscribeBrowser, unsubscribeBrowser } from './push/subscribe.ts'
export { findInbox, type InboxState, type NotificationView } from './queries.ts'
export { readAllNotifications, readNotification } from './read.ts'
export { createSecurityNotices } from './security-notices.ts'
export { createNotificationDefaults } from './settings/defaults.ts'
export { type Happening, type NotificationEvent, sentenceOf } from './texts.ts'
export { updateNotificationSettings, viewNotificationSettings } from './update-settings.ts'

/** Parts that the domain adds to the running platform. */
export interface Notifications {
  inbox: Inbox
  securityNotices: SecurityNotices
  unsubscribeLinks: UnsubscribeLinks
  vapidKeys: () => Promise<VapidKeys>
  pushConnections: PushConnections
  notificationDefaults: ReturnType<typeof createNotificationDefaults>
}

function open(services: Services): Notifications {
  const inbox = createInbox(services)
  return {
    inbox,
    securityNotices: createSecurityNotices({ ...services, inbox }),
    unsubscribeLinks: createUnsubscribeLinks(services),
    vapidKeys: createVapidKeys(services),
    pushConnections: openPushConnections(),
    notificationDefaults: createNotificationDefaults(services.config),
  }
}

function startJobs(platform: Services & Notifications) {
  const { db, inbox, log, sharedJobs: shared } = platform
  return [
    startJob('send heartbeats of inboxes', 15 * second, inbox.heartbeat, log),
    shared.start('write mail of notifications', 15 * second, (lost) => sendNotificationMails(platform, lost)),
    shared.start('send pushes', 5 * second, (lost) => sendPushes(platform, lost)),
    shared.start('sweep notifications', minute, sweepOf(platform, createNotificationSweep({ db }))),
  ]
}

export const door = {
  open,
  jobs: startJobs,
  erase: eraseNotifications,
  exports,
} satisfies Door<Services & Notifications>
