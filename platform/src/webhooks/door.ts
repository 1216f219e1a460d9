import { minute, second } from '@baseplate/service/clock'
import type { Door } from '../foundation/door.ts'
import type { Job } from '../foundation/jobs.ts'
import type { Services } from '../foundation/services.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import type { Notifications } from '../notifications/door.ts'
import { exports } from './export.ts'
import { type WebhooksForAccounts, webhooksForAccounts } from './for-accounts.ts'
import { createWebhookLimit } from './manage-webhooks.ts'
import { sendWebhooks } from './sending/send.ts'
import { createWebhookSender, type WebhookSender } from './sending/sender.ts'
import { sweepDeliveries } from './sweep.ts'
import type {} from './tables.ts'

export { announceAccount } from './announce-account.ts'
export { enqueueEvent } from './enqueue.ts'
export { type ChosenEvent, type EventType, eventUser, platformEvents } from './events.ts'
export {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  replayDelivery,
  rotateSecret,
  testWebhook,
} from './manage-webhooks.ts'
export { countFailing, countWaiting } from './queries.ts'
export { viewDeliveries, viewWebhooks } from './view.ts'

/** Parts that the domain adds to the running platform. */
export interface Webhooks extends WebhooksForAccounts {
  webhookSender: WebhookSender
  /** Sends webhooks at intervals, and at once for a test. */
  webhookSending: Job
}

function open(platform: Services & Pick<Notifications, 'inbox'>): Webhooks {
  const webhookSender = createWebhookSender(platform.config)
  const sending = { ...platform, webhookSender }
  return {
    ...webhooksForAccounts,
    webhookSender,
    webhookSending: platform.sharedJobs.start('send webhooks', second, (lost) => sendWebhooks(sending, lost)),
  }
}

export const door = {
  open,
  limits: ({ limitCounts }: Services) => ({ webhookLimit: createWebhookLimit(limitCounts) }),
  jobs: (platform: Services & Webhooks) => [
    platform.webhookSending,
    platform.sharedJobs.start('sweep webhook deliveries', 10 * minute, sweepOf(platform, sweepDeliveries)),
  ],
  exports,
} satisfies Door<Services & Webhooks>
