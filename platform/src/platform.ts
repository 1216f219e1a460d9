import type { Clock } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { outlastOutage } from '@baseplate/storage/database/outage'
import { door as accounts } from './accounts/door.ts'
import { type Assets, door as assets, creationPayments, purchases, settleAssetFiles } from './assets/door.ts'
import { type Avatars, door as avatars } from './avatars/door.ts'
import { badgePayments, door as badges } from './badges/door.ts'
import { door as comments } from './comments/door.ts'
import { type BlockFigures, createBlockFigures, createRenderer } from './drawing/door.ts'
import type { Config } from './foundation/config/schema.ts'
import { door as foundation, type LimitsOf } from './foundation/door.ts'
import type { Job } from './foundation/jobs.ts'
import type { Services } from './foundation/services.ts'
import { type GameData, door as gameData } from './game-data/door.ts'
import { openServices } from './open-services.ts'
import './refusals.ts'
import { door as leaving, repeatErasures } from './leaving/door.ts'
import { migrations } from './migrations/all.ts'
import { type Moderation, door as moderation } from './moderation/door.ts'
import { type Money, door as money } from './money/door.ts'
import { type Notifications, door as notifications } from './notifications/door.ts'
import { type Operations, ofServices, door as operations } from './operations/door.ts'
import { door as parties } from './parties/door.ts'
import { groupPayments, type People, door as people } from './people/door.ts'
import { type Places, door as places } from './places/door.ts'
import { type Rendering, door as rendering } from './rendering/door.ts'
import type {} from './search/door.ts'
import { type SignIn, door as signIn } from './sign-in/door.ts'
import { door as social } from './social/door.ts'
import { type Webhooks, door as webhooks } from './webhooks/door.ts'

/**
 * The doors of the domains, from the bottom up. Limits are created, jobs start and accounts are erased in this order. The platform
 * takes nothing from the other domains, which only offer use cases.
 */
const doors = [
  foundation,
  accounts,
  signIn,
  notifications,
  webhooks,
  comments,
  social,
  money,
  rendering,
  places,
  gameData,
  badges,
  people,
  parties,
  assets,
  avatars,
  moderation,
  operations,
  leaving,
] as const

/** Parts of all domains. */
interface Domains
  extends LimitsOf<typeof doors>,
    ReturnType<typeof foundation.open>,
    SignIn,
    Notifications,
    Webhooks,
    Money,
    Rendering,
    Places,
    GameData,
    People,
    Assets,
    Avatars,
    Moderation,
    Operations {
  /** The doors of the domains, which `leaving` walks. */
  doors: typeof doors
  blockFigures: BlockFigures
}

/** A running platform. Each verb declares which members it needs. */
export interface Platform extends Services, Domains {
  /** Ends long polls and streams, so that the process can finish the requests under way. */
  endWaits(): void
  /** Finishes pending writes and releases all resources. */
  close(): Promise<void>
}

/** Opens the doors of the domains, from the bottom up. Payments and rendering get code of the domains above them. */
function openDoors(services: Services): Domains {
  const inboxes = notifications.open(services)
  const games = places.open(services)
  const items = assets.open(services)
  const pictures = rendering.open(services, createRenderer({ ...services, ...items }))
  const below = { ...services, ...inboxes, ...games, ...pictures }
  const kinds = {
    purchase: purchases(below),
    creation: creationPayments(below),
    group: groupPayments,
    badge: badgePayments,
  }
  return {
    doors,
    ...openLimits(services),
    ...foundation.open(),
    ...signIn.open(services),
    ...inboxes,
    ...webhooks.open(below),
    ...money.open(below, kinds),
    ...pictures,
    ...games,
    ...gameData.open(below),
    ...people.open(services),
    ...items,
    ...avatars.open(services),
    blockFigures: createBlockFigures({ ...services, ...items }),
    ...moderation.open(below),
    ...operations.open(services),
  }
}

const openLimits = (services: Services): LimitsOf<typeof doors> =>
  Object.assign({}, ...doors.map((door) => ('limits' in door ? door.limits(services) : {})))

/**
 * Starts the background jobs of all domains. Jobs that serve this process alone, such as heartbeats of its streams, run in each
 * process. Domains have already started the jobs that their verbs run ahead of time.
 */
export const startJobs = (platform: Services & Domains): Pick<Job, 'stop'>[] =>
  doors.flatMap((door) => ('jobs' in door ? door.jobs(platform) : []))

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
    domains.admissions.endWaits()
    domains.avatarPictures.endWaits()
    domains.inbox.endWaits()
    domains.playerCounts.endWaits()
    domains.playerLists.endWaits()
    domains.serverMessages.endWaits()
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
      await domains.blockFigures.close()
      await domains.modelReader.close()
      await domains.recovery.close()
      await services.mailer?.close()
      await domains.presence.close()
      await domains.clientCalls.close()
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
