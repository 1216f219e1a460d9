import { availableParallelism } from 'node:os'
import { createRecovery, type Recovery } from './accounts/passwords/recovery.ts'
import { removeOldRecoveryLinks } from './accounts/passwords/recovery-links.ts'
import { createRecoveryLimit } from './accounts/passwords/request-recovery.ts'
import { createRegistrationLimit } from './accounts/registration/register.ts'
import { forgetLoginAddresses } from './accounts/sessions/login-addresses.ts'
import { createPasswordAttempts, type PasswordAttempts } from './accounts/sessions/password-attempts.ts'
import { removeExpiredSessions } from './accounts/sessions/sessions.ts'
import { createPageAnchors, type PageAnchors } from './assets/catalog/page-anchors.ts'
import { type AssetCloud, createAssetCloud } from './assets/cloud/client.ts'
import { createCommentLimit } from './assets/comments/comment.ts'
import { createCreationLimit } from './assets/creating/create.ts'
import { creationPayments } from './assets/creating/settle.ts'
import { sweepAssetFiles, sweepCreations } from './assets/creating/sweep.ts'
import { type AssetFiles, createAssetFiles } from './assets/files/asset-files.ts'
import { indexReferences } from './assets/files/references.ts'
import { settleAssetFiles } from './assets/files/replace-asset-file.ts'
import { type Buyers, createBuyers, purchases } from './assets/ownership/buy.ts'
import { describeAsset } from './assets/pictures/describe.ts'
import { unpicturedTypes } from './assets/types.ts'
import { type Appearances, createAppearances } from './avatars/appearances.ts'
import { describeUser } from './avatars/describe.ts'
import { type AvatarPictures, createAvatarPictures } from './avatars/pictures.ts'
import type { Database, Db } from './database.ts'
import { type Clock, hour, minute, second } from './foundation/clock.ts'
import type { Config } from './foundation/config/schema.ts'
import { prepareDataDirectory } from './foundation/data-directory.ts'
import { type CommitTogether, createCommitTogether } from './foundation/database/commit-together.ts'
import { openDatabase } from './foundation/database/open.ts'
import { outlastOutage } from './foundation/database/outage.ts'
import { CannotStart } from './foundation/errors.ts'
import { type Files, openFiles } from './foundation/files.ts'
import { hourly, startJob } from './foundation/jobs.ts'
import type { Limit } from './foundation/limits.ts'
import type { Logger } from './foundation/log.ts'
import { createMailer } from './foundation/mail.ts'
import { createTextFilter, type TextFilter } from './foundation/text-filter.ts'
import { createUserLimits, type UserLimits } from './foundation/user-limits.ts'
import { migrations } from './migrations/all.ts'
import { createReportLimit } from './moderation/reports/report.ts'
import { createFollowUps, type FollowUps } from './moderation/takedowns/follow-ups.ts'
import { createEconomy, type Economy } from './money/ledger/client.ts'
import { createPayments, type Payments } from './money/payments/payments.ts'
import { mints } from './money/treasury/confirm-mint.ts'
import { createInbox, type Inbox } from './notifications/inbox.ts'
import { createNotificationSweep } from './notifications/sweep.ts'
import { type Banners, createBanners } from './operations/banners/banners.ts'
import { createFlags, type Flags } from './operations/flags/flags.ts'
import { createRequestTimes, type RequestTimes } from './operations/metrics/request-times.ts'
import { takeSample } from './operations/metrics/sample.ts'
import { createMissingRenders } from './operations/renders/draw-missing.ts'
import { sweepScreenshots } from './operations/screenshots/sweep-files.ts'
import { groupPayments } from './people/groups/create.ts'
import { createPostLimit } from './people/posts/write.ts'
import { createStylesheets, type Stylesheets } from './people/styling/stylesheets.ts'
import { createStylingLimit } from './people/styling/update.ts'
import { createPlaceRankings, type PlaceRankings } from './places/lists/ranking.ts'
import { sweepPlacePictures } from './places/pictures/sweep.ts'
import { createOrchestrator, type Orchestrator } from './places/servers/client.ts'
import { reportIntervalMs, reportPresence } from './places/servers/report-presence.ts'
import { createStartLimit } from './places/servers/start-server.ts'
import { createGameSessions, type GameSessions } from './places/sessions/game-sessions.ts'
import { createPlayerCounts, type PlayerCounts } from './places/sessions/player-counts.ts'
import { createPresence, type Presence } from './places/sessions/presence.ts'
import { sweepPlayingRecords } from './places/sessions/sweep.ts'
import { createTakedownEnforcement, type TakedownEnforcement } from './places/takedown-enforcement.ts'
import { sweepPlaceFiles } from './places/versions/sweep.ts'
import { createBuiltinRenderer } from './rendering/builtin.ts'
import { createExternalRenderer } from './rendering/external.ts'
import { createRenders, type Renders } from './rendering/renders.ts'
import { subjectOf } from './rendering/rules.ts'

/** A running platform. Verbs say which part of it they need. */
export interface Platform {
  config: Config
  db: Db
  commitTogether: CommitTogether<Database>
  files: Files
  now: Clock
  log: Logger
  economy: Economy
  payments: Payments
  buyers: Buyers
  catalogAnchors: PageAnchors
  presence: Presence
  appearances: Appearances
  avatarPictures: AvatarPictures
  renders: Renders
  flags: Flags
  banners: Banners
  assetCloud: AssetCloud
  assetFiles: AssetFiles
  gameSessions: GameSessions
  takedownEnforcement: TakedownEnforcement
  orchestrator: Orchestrator
  startLimit: Limit
  placeRankings: PlaceRankings
  playerCounts: PlayerCounts
  passwordAttempts: PasswordAttempts
  registrationLimit: Limit
  recoveryLimit: Limit
  recovery: Recovery
  filterText: TextFilter
  postLimit: Limit
  reportLimit: Limit
  /** How long pages and endpoints take, as the server sees it. */
  requestTimes: RequestTimes
  commentLimit: Limit
  creationLimit: Limit
  followUps: FollowUps
  stylingLimit: Limit
  userLimits: UserLimits
  stylesheets: Stylesheets
  inbox: Inbox
  /** Answers those who wait for something that may never come, so that the process can finish what is under way. */
  endWaits(): void
  /** Writes what is waiting and lets go of everything. */
  close(): Promise<void>
}

/** @throws CannotStart when the data directory or the database cannot be used. */
export async function openPlatform(config: Config, log: Logger, now: Clock = Date.now): Promise<Platform> {
  const files = await openDataDirectory(config.dataDirectory)
  const db = await openDatabase<Database>(
    { url: config.databaseUrl, dataDirectory: config.dataDirectory },
    migrations,
    log,
    { limits: config.Database, pooled: config.databaseListenUrl !== undefined },
  )
  await outlastOutage(log, () => settleAssetFiles({ db, files, now }))
  const orchestrator = createOrchestrator(config, now)
  const telling = startJob(
    'report presence to the orchestrator',
    reportIntervalMs,
    () => reportPresence({ db, now, log, config, orchestrator }),
    log,
  )
  const presence = createPresence({ db, now, log }, telling.runNow)
  const assetCloud = createAssetCloud(config, files, log)
  const assetFiles = createAssetFiles({ db, files, config, log }, assetCloud)
  const renderer =
    config.Renderer.Kind === 'external'
      ? createExternalRenderer({ db, config })
      : createBuiltinRenderer(
          { db, now, files },
          config.Renderer.Workers ?? Math.min(availableParallelism(), 4),
          async (subject, isPatient) => {
            const { userId, assetId } = subjectOf(subject)
            if (userId !== undefined) return describeUser({ db, assetFiles, config }, userId, isPatient)
            const drawing = await describeAsset({ db, assetFiles }, assetId)
            return drawing && { drawing, omitted: [] }
          },
        )
  const renders = createRenders({ db, now, log }, renderer)
  const avatarPictures = createAvatarPictures({ files, dataDirectory: config.dataDirectory, log })
  const inbox = createInbox({ db, now, log, config })
  const placeRankings = createPlaceRankings({ db, now })
  const playerCounts = createPlayerCounts({ placeRankings })
  const economy = createEconomy(config, now)
  const commitTogether = createCommitTogether(db)
  const payments = createPayments(
    { db, commitTogether, now, log, economy },
    {
      purchase: purchases({ inbox }),
      creation: creationPayments({ renders }),
      group: groupPayments,
      mint: mints({ inbox }),
    },
  )
  const mailer = createMailer(config, log)
  const recovery = createRecovery({ db, now, log, config, mailer })
  if (config.Registration.Emails && !recovery.available) {
    log.warn('Registration.Emails is on, but Email.Host is not set: nobody can recover a lost password')
  }
  const requestTimes = createRequestTimes()
  const settling = startJob('settle payments that were left', 10 * second, payments.settleLeft, log)
  settling.runNow()
  const sweepingFiles = startJob('sweep what is half written', hour, files.sweep, log)
  sweepingFiles.runNow()
  const indexing = startJob(
    'index references of assets',
    minute,
    async () => {
      if (await indexReferences({ db, files, log })) indexing.runNow()
    },
    log,
  )
  const takedownEnforcement = createTakedownEnforcement({ db, now, log, config, orchestrator })
  const followUps = createFollowUps({ db, log, files, renders, takedownEnforcement })
  const jobs = [
    telling,
    takedownEnforcement,
    startJob('sweep playing records', minute, () => sweepPlayingRecords({ db, now }), log),
    startJob('remove expired sessions', hour, () => removeExpiredSessions({ db, now }), log),
    startJob('remove old recovery links', hour, () => removeOldRecoveryLinks({ db, now }), log),
    startJob('forget login addresses', hour, () => forgetLoginAddresses({ db, now }), log),
    startJob('look after live inboxes', 15 * second, inbox.heartbeat, log),
    startJob('poll player counts', second, playerCounts.poll, log),
    startJob('send heartbeats of player counts', 15 * second, playerCounts.heartbeat, log),
    sweepingFiles,
    startJob('sweep the cache of assets', 10 * minute, assetCloud.cache.sweep, log),
    startJob(
      'sweep place files',
      minute,
      hourly(now, () => sweepPlaceFiles({ db, files })),
      log,
    ),
    settling,
    startJob('sweep creations', minute, () => sweepCreations({ db, files, now }), log),
    startJob(
      'sweep files of assets',
      minute,
      hourly(now, () => sweepAssetFiles({ db, files, now })),
      log,
    ),
    indexing,
    startJob('settle replaced files of assets', hour, () => settleAssetFiles({ db, files, now }), log),
    startJob(
      'sweep screenshots',
      minute,
      hourly(now, () => sweepScreenshots({ db, files, now })),
      log,
    ),
    startJob(
      'sweep pictures of places',
      minute,
      hourly(now, () => sweepPlacePictures({ db, files, now })),
      log,
    ),
    startJob(
      'draw what is missing',
      minute,
      createMissingRenders(
        { db, now, files, renders },
        { edition: renderer.edition, unpictured: unpicturedTypes },
      ),
      log,
    ),
    startJob('take samples', minute, () => takeSample({ db, now, economy, requestTimes }), log),
    startJob('sweep notifications', minute, createNotificationSweep({ db, now }), log),
  ]
  const endWaits = () => {
    avatarPictures.endWaits()
    inbox.endWaits()
    playerCounts.endWaits()
  }
  return {
    config,
    db,
    commitTogether,
    files,
    now,
    log,
    economy,
    payments,
    buyers: createBuyers(),
    catalogAnchors: createPageAnchors(now),
    presence,
    appearances: createAppearances({ db, config }),
    avatarPictures,
    renders,
    flags: createFlags({ db, now, config }),
    banners: createBanners({ db, now }),
    assetCloud,
    assetFiles,
    gameSessions: createGameSessions({ db, now }),
    takedownEnforcement,
    orchestrator,
    startLimit: createStartLimit(),
    placeRankings,
    playerCounts,
    passwordAttempts: createPasswordAttempts(now),
    registrationLimit: createRegistrationLimit(config),
    recoveryLimit: createRecoveryLimit(),
    recovery,
    filterText: createTextFilter(config.Filtering),
    postLimit: createPostLimit(),
    reportLimit: createReportLimit(),
    requestTimes,
    commentLimit: createCommentLimit(),
    creationLimit: createCreationLimit(),
    followUps,
    stylingLimit: createStylingLimit(),
    userLimits: createUserLimits(config),
    stylesheets: createStylesheets({ db }),
    inbox,
    endWaits,
    async close() {
      endWaits()
      await Promise.all(jobs.map((job) => job.stop()))
      await followUps.close()
      await renders.close()
      await recovery.close()
      await mailer?.close()
      await presence.close()
      await inbox.close()
      assetCloud.close()
      await db.destroy()
    },
  }
}

async function openDataDirectory(directory: string): Promise<Files> {
  await prepareDataDirectory(directory)
  try {
    return await openFiles(directory)
  } catch (error) {
    throw new CannotStart(`The data directory ${directory} cannot be written: ${(error as Error).message}`)
  }
}
