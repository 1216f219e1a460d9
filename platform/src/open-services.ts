import { type Clock, day } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { createGroupCommit } from '@baseplate/storage/database/group-commit'
import { openDatabase } from '@baseplate/storage/database/open'
import { outlastOutage } from '@baseplate/storage/database/outage'
import { openSignals } from '@baseplate/storage/database/signals'
import { openFiles } from '@baseplate/storage/open-files'
import { refuseLostObjects, refuseUnfinishedObjects } from '@baseplate/storage/s3-files/refuse-lost'
import type { Config } from './foundation/config/schema.ts'
import { createConfirmedTime } from './foundation/confirmed-time.ts'
import type { Database, Db } from './foundation/database.ts'
import { type DatabaseClock, openDatabaseClock } from './foundation/database-clock.ts'
import { createLimitCounts } from './foundation/limit-counts.ts'
import { createMailer } from './foundation/mail.ts'
import type { Services } from './foundation/services.ts'
import { createSharedJobs } from './foundation/shared-jobs.ts'
import { openTexts } from './foundation/texts.ts'
import { claimDataDirectory, prepareDataDirectory } from './installation/door.ts'

type Opened = Pick<Services, 'config' | 'db' | 'now' | 'log' | 'signals' | 'texts'>

/** Code of the domains, which the services run. */
interface OfDomains {
  migrations: Parameters<typeof openDatabase>[1]
  openFilter(opened: Opened): Promise<Services['textFilter']>
  openBranding(opened: Opened): Services['branding']
}

/**
 * Opens the services, and migrates the database.
 *
 * @param ownClock instead of the database's, for tests.
 * @param ownElapsed instead of this machine's steady clock, for tests.
 * @throws CannotStart when the data directory or the database cannot be used.
 */
export async function openServices(
  config: Config,
  log: Logger,
  { migrations, openFilter, openBranding }: OfDomains,
  ownClock?: Clock,
  ownElapsed = ownClock,
): Promise<Services & { stopClock(): Promise<void> }> {
  await prepareDataDirectory(config)
  await refuseUnfinishedObjects(config)
  const db = await openDatabase<Database>(
    { url: config.databaseUrl, dataDirectory: config.dataDirectory },
    migrations,
    log,
    { limits: config.Database, pooled: config.databaseListenUrl !== undefined },
  )
  const opened = await openOnDatabase(config, log, db, ownClock).catch(async (error: unknown) => {
    await db.destroy()
    throw error
  })
  const { files, texts, clock } = opened
  const { now } = clock
  const elapsed = ownElapsed ?? (() => performance.now())
  const signals = openSignals(config.databaseListenUrl ?? config.databaseUrl, log)
  // Intervals of jobs are of real time, even where a test stops the clock.
  const sharedJobs = createSharedJobs({ db, now: ownClock ? Date.now : now, log })
  const below = { config, db, now, log, signals, texts }
  const textFilter = await openFilter(below)
  const branding = openBranding(below)
  return {
    config,
    log,
    now,
    elapsed,
    confirmedTime: createConfirmedTime({ db, now, elapsed }, config.Deletion.WaitDays * day),
    db,
    groupCommit: createGroupCommit(db),
    limitCounts: createLimitCounts({ db, now }),
    signals,
    sharedJobs,
    files,
    filterText: textFilter.filterText,
    textFilter,
    texts,
    branding,
    mailer: createMailer({
      config,
      db,
      now,
      log,
      sharedJobs,
      senderName: async () => (await branding.read()).name,
    }),
    stopClock: clock.stop,
  }
}

async function openOnDatabase(config: Config, log: Logger, db: Db, ownClock: Clock | undefined) {
  await claimDataDirectory(config, db)
  await refuseLostObjects(config, db)
  const files = await openFiles(config, db)
  return {
    files,
    texts: await openTexts(config, files, (sentence) => log.warn(sentence)),
    clock: await openClock(db, log, ownClock),
  }
}

const openClock = async (db: Db, log: Logger, ownClock: Clock | undefined): Promise<DatabaseClock> =>
  ownClock ? { now: ownClock, async stop() {} } : outlastOutage(log, () => openDatabaseClock(db, log))
