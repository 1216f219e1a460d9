import type { Clock } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { outlastOutage } from '@baseplate/storage/database/outage'
import { startAccountJobs } from './accounts/door.ts'
import {
  type Assets,
  creationPayments,
  openAssets,
  purchases,
  settleAssetFiles,
  startAssetJobs,
} from './assets/door.ts'
import { type Avatars, openAvatars } from './avatars/door.ts'
import { type Comments, openComments } from './comments/door.ts'
import { createRenderer } from './drawing/door.ts'
import type { Config } from './foundation/config/schema.ts'
import { openSharedLimits, type SharedLimits, startFoundationJobs } from './foundation/door.ts'
import type { Job } from './foundation/jobs.ts'
import type { Services } from './foundation/services.ts'
import { openServices } from './open-services.ts'
import './refusals.ts'
import { repeatErasures, startLeavingJobs } from './leaving/door.ts'
import { migrations } from './migrations/all.ts'
import { forgetContent, type Moderation, openModeration } from './moderation/door.ts'
import { type Money, openMoney, startMoneyJobs } from './money/door.ts'
import { type Notifications, openNotifications, startNotificationJobs } from './notifications/door.ts'
import { type Operations, ofServices, openOperations, startOperationJobs } from './operations/door.ts'
import { startPartyJobs } from './parties/door.ts'
import { groupPayments, openPeople, type People, startPeopleJobs } from './people/door.ts'
import { openPlaces, type Places, startPlaceJobs } from './places/door.ts'
import { openRendering, type Rendering } from './rendering/door.ts'
import type {} from './search/door.ts'
import { openSignIn, type SignIn, startSignInJobs } from './sign-in/door.ts'
import type {} from './social/door.ts'
import { openWebhooks, startWebhookJobs, type Webhooks } from './webhooks/door.ts'

/** Parts of all domains. */
interface Domains
  extends SharedLimits,
    SignIn,
    Notifications,
    Webhooks,
    Comments,
    Money,
    Rendering,
    Places,
    People,
    Assets,
    Avatars,
    Moderation,
    Operations {}

/** A running platform. Each verb declares which members it needs. */
export interface Platform extends Services, Domains {
  /** Ends long polls and streams, so that the process can finish the requests under way. */
  endWaits(): void
  /** Finishes pending writes and releases all resources. */
  close(): Promise<void>
}

/** Opens the doors of the domains, from the bottom up. Payments and rendering get code of the domains above them. */
function openDoors(services: Services): Domains {
  const notifications = openNotifications(services)
  const places = openPlaces(services)
  const assets = openAssets(services)
  const rendering = openRendering(services, createRenderer({ ...services, ...assets }))
  const below = { ...services, ...notifications, ...places, ...rendering }
  const kinds = { purchase: purchases(below), creation: creationPayments(below), group: groupPayments }
  return {
    ...openSharedLimits(services),
    ...openSignIn(services),
    ...notifications,
    ...openWebhooks(below),
    ...openComments(services),
    ...openMoney(below, kinds),
    ...rendering,
    ...places,
    ...openPeople(services),
    ...assets,
    ...openAvatars(services),
    ...openModeration(below),
    ...openOperations(services),
  }
}

/**
 * Starts the background jobs of all domains. Jobs that serve this process alone, such as heartbeats of its streams, run in each
 * process. Domains have already started the jobs that their verbs run ahead of time.
 */
export const startJobs = (platform: Services & Domains): Pick<Job, 'stop'>[] => [
  ...startFoundationJobs(platform),
  ...startAccountJobs(platform),
  ...startSignInJobs(platform),
  ...startNotificationJobs(platform),
  ...startWebhookJobs(platform),
  ...startMoneyJobs(platform),
  ...startPlaceJobs(platform, forgetContent('place')),
  ...startPeopleJobs(platform),
  ...startPartyJobs(platform),
  ...startAssetJobs(platform),
  ...startOperationJobs(platform),
  ...startLeavingJobs(platform),
]

/**
 * Opens the platform and starts its background jobs.
 *
 * @param ownClock instead of the database's, for tests.
 * @param ownElapsed instead of this machine's steady clock, for tests.
 * @throws CannotStart when the data directory or the database cannot be used.
 */
export async function openPlatform(
  config: Config,
  log: Logger,
  ownClock?: Clock,
  ownElapsed?: Clock,
): Promise<Platform> {
  const { stopClock, ...services } = await openServices(
    config,
    log,
    { migrations, ...ofServices },
    ownClock,
    ownElapsed,
  )
  await outlastOutage(log, () => settleAssetFiles(services))
  await outlastOutage(log, services.confirmedTime)
  await hideErased(services)
  const domains = openDoors(services)
  const jobs = startJobs({ ...services, ...domains })
  const endWaits = () => {
    domains.avatarPictures.endWaits()
    domains.inbox.endWaits()
    domains.playerCounts.endWaits()
  }
  return {
    ...services,
    ...domains,
    endWaits,
    async close() {
      endWaits()
      domains.pushConnections.closing.abort()
      domains.webhookSender.endRequests()
      await services.sharedJobs.close()
      await Promise.all(jobs.map((job) => job.stop()))
      await domains.followUps.close()
      await domains.renders.close()
      await domains.modelReader.close()
      await domains.recovery.close()
      await services.mailer?.close()
      await domains.presence.close()
      domains.assetCloud.close()
      domains.pushConnections.agent.destroy()
      await domains.webhookSender.close()
      await services.signals.close()
      await stopClock()
      await services.files.close()
      await services.db.destroy()
    },
  }
}

/**
 * Hides the erased accounts that a restored backup has brought back, before the first request. If their list cannot be read, the
 * job that erases them tries again.
 */
async function hideErased(services: Services): Promise<void> {
  const { log } = services
  try {
    await outlastOutage(log, () => repeatErasures(services))
  } catch (error) {
    log.error({ error: (error as Error).message }, 'the list of erased accounts could not be read')
  }
}
