import type { Clock } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { outlastOutage } from '@baseplate/storage/database/outage'
import { settleAssetFiles } from './assets/files/replace-asset-file.ts'
import { assembleDomains, type Domains } from './domains.ts'
import type { Config } from './foundation/config/schema.ts'
import { startJobs } from './jobs.ts'
import { repeatErasures } from './leaving/deletion/repeat-erasures.ts'
import { createLimits, type Limits } from './limits.ts'
import { openServices, type Services } from './services.ts'

/** A running platform. Each verb declares which members it needs. */
export interface Platform extends Services, Domains, Limits {
  /** Ends long polls and streams, so that the process can finish the requests under way. */
  endWaits(): void
  /** Finishes pending writes and releases all resources. */
  close(): Promise<void>
}

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
  const { stopClock, ...services } = await openServices(config, log, ownClock, ownElapsed)
  await outlastOutage(log, () => settleAssetFiles(services))
  await outlastOutage(log, services.confirmedTime)
  await hideErased(services)
  const domains = assembleDomains(services)
  const jobs = startJobs({ ...services, ...domains })
  const endWaits = () => {
    domains.avatarPictures.endWaits()
    domains.inbox.endWaits()
    domains.playerCounts.endWaits()
  }
  return {
    ...services,
    ...domains,
    ...createLimits(services),
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
