import { hour, minute, second } from '@baseplate/service/clock'
import { removeOldEmailLinks } from './accounts/emails/queries.ts'
import { sweepFormerNames } from './accounts/names/queries.ts'
import { sweepChallenges } from './accounts/passkeys/challenges.ts'
import { removeOldRecoveryLinks } from './accounts/passwords/recovery-links.ts'
import { sweepProviderRequests } from './accounts/providers/requests.ts'
import { removeOldSecurityLinks } from './accounts/security-links/queries.ts'
import { sweepPasswordAttempts } from './accounts/sessions/attempts-in-database.ts'
import { forgetLoginAddresses } from './accounts/sessions/login-addresses.ts'
import { forgetLoginDevices } from './accounts/sessions/login-devices.ts'
import { sweepPendingSignIns } from './accounts/sessions/pending-sign-ins.ts'
import { removeExpiredSessions } from './accounts/sessions/sessions.ts'
import { removeExpiredTokens } from './accounts/tokens/queries.ts'
import { sweepCloudThumbnails } from './assets/cloud/thumbnail.ts'
import { sweepAssetFiles, sweepCreations } from './assets/creating/sweep.ts'
import { sweepDrafts } from './assets/drafts/sweep.ts'
import { settleAssetFiles } from './assets/files/replace-asset-file.ts'
import { sweepAssetStatistics } from './assets/statistics/sweep.ts'
import { unpicturedTypes } from './assets/types.ts'
import type { Domains } from './domains.ts'
import { type Job, startJob } from './foundation/jobs.ts'
import { sweepOf } from './foundation/sweep-job.ts'
import { createErasures } from './leaving/deletion/erase-accounts.ts'
import { startExports } from './leaving/exports/make-exports.ts'
import { sweepExports } from './leaving/exports/sweep.ts'
import { forgetContent } from './moderation/erase.ts'
import { createLedgerWatch } from './money/ledger/watch-ledger.ts'
import { sendNotificationMails } from './notifications/mails/send.ts'
import { sendPushes } from './notifications/push/send.ts'
import { createNotificationSweep } from './notifications/sweep.ts'
import { sweepSitePictures } from './operations/identity/pictures.ts'
import { takeSample } from './operations/metrics/sample.ts'
import { createMissingRenders } from './operations/renders/request-missing.ts'
import { sweepPictures } from './operations/renders/sweep-pictures.ts'
import { sweepScreenshots } from './operations/screenshots/sweep-files.ts'
import { sweepParties } from './parties/sweep.ts'
import { sweepGroupIcons } from './people/groups/icons.ts'
import { eraseDeletedPlaces } from './places/erase-deleted.ts'
import { sweepLines } from './places/line/queries.ts'
import { sweepPlacePictures } from './places/pictures/sweep.ts'
import { sweepWaitingPictures } from './places/pictures/waiting/sweep.ts'
import { rememberServers } from './places/servers/remember-servers.ts'
import { reportIntervalMs } from './places/servers/report-presence.ts'
import { createPlayingSweep } from './places/sessions/sweep.ts'
import { sweepPlaceStatistics } from './places/statistics/sweep.ts'
import { sweepUploads } from './places/uploads/sweep.ts'
import { sweepPlaceFiles } from './places/versions/sweep.ts'
import type { Services } from './services.ts'
import { sweepDeliveries } from './webhooks/sweep.ts'

/**
 * Starts all background jobs. Jobs that serve this process alone, such as heartbeats of its streams, run in each process. Domains
 * have already started the jobs that their verbs run ahead of time.
 */
export function startJobs(platform: Services & Domains): Pick<Job, 'stop'>[] {
  return [
    platform.presenceReports,
    platform.takedownEnforcement,
    platform.visitTally,
    platform.webhookSending,
    ...startAccountJobs(platform),
    ...startPlaceJobs(platform),
    ...startAssetJobs(platform),
    ...startOtherJobs(platform),
    startExports(platform),
    platform.sharedJobs.start('sweep exports', 10 * minute, sweepOf(platform, sweepExports)),
  ]
}

const startAccountJobs = (platform: Services): Job[] => {
  const { sharedJobs: shared } = platform
  return [
    shared.start('remove expired sessions', hour, sweepOf(platform, removeExpiredSessions)),
    shared.start('remove expired access tokens', hour, sweepOf(platform, removeExpiredTokens)),
    shared.start('remove old recovery links', hour, sweepOf(platform, removeOldRecoveryLinks)),
    shared.start('erase accounts', minute, createErasures(platform)),
    shared.start('release former usernames', hour, sweepOf(platform, sweepFormerNames)),
    shared.start('remove old email links', hour, sweepOf(platform, removeOldEmailLinks)),
    shared.start('remove old security links', hour, sweepOf(platform, removeOldSecurityLinks)),
    shared.start('forget login addresses', hour, sweepOf(platform, forgetLoginAddresses)),
    shared.start('forget login devices', hour, sweepOf(platform, forgetLoginDevices)),
    shared.start('sweep pending sign-ins', hour, () => sweepPendingSignIns(platform)),
    shared.start('sweep passkey challenges', hour, () => sweepChallenges(platform)),
    shared.start('sweep requests to identity providers', hour, () => sweepProviderRequests(platform)),
    shared.start('sweep password attempts', 10 * minute, () => sweepPasswordAttempts(platform)),
    shared.start('sweep counts of limits', 10 * minute, platform.limitCounts.sweep),
  ]
}

function startPlaceJobs(platform: Services & Domains): Job[] {
  const { log, playerCounts, sharedJobs: shared } = platform
  return [
    shared.start('sweep lines of places', minute, () => sweepLines(platform)),
    shared.start('sweep playing records', minute, createPlayingSweep(platform)),
    startJob('remember dedicated servers', reportIntervalMs, () => rememberServers(platform), log),
    startJob('poll player counts', second, playerCounts.poll, log),
    startJob('send heartbeats of player counts', 15 * second, playerCounts.heartbeat, log),
    shared.start('erase deleted places', hour, () => eraseDeletedPlaces(platform, forgetContent('place'))),
    shared.start('sweep uploads', hour, sweepOf(platform, sweepUploads)),
    shared.start('sweep place files', hour, sweepOf(platform, sweepPlaceFiles)),
    shared.start('sweep statistics of places', hour, sweepOf(platform, sweepPlaceStatistics)),
    shared.start('sweep place pictures', hour, sweepOf(platform, sweepPlacePictures)),
    shared.start('sweep waiting pictures', hour, sweepOf(platform, sweepWaitingPictures)),
  ]
}

function startAssetJobs(platform: Services & Domains): Job[] {
  const { log, renderer, sharedJobs: shared } = platform
  return [
    startJob('sweep the asset cache', 10 * minute, platform.assetCloud.cache.sweep, log),
    shared.start('sweep thumbnails of the asset cloud', hour, () => sweepCloudThumbnails(platform)),
    shared.start('sweep creations', minute, sweepOf(platform, sweepCreations)),
    shared.start('sweep drafts of creations', hour, sweepOf(platform, sweepDrafts)),
    shared.start('sweep asset files', hour, sweepOf(platform, sweepAssetFiles)),
    shared.start('sweep statistics of items', hour, sweepOf(platform, sweepAssetStatistics)),
    shared.start('settle replaced asset files', hour, sweepOf(platform, settleAssetFiles)),
    shared.start(
      'request missing renders',
      minute,
      createMissingRenders(platform, { edition: renderer.edition, unpictured: unpicturedTypes }),
    ),
  ]
}

function startOtherJobs(platform: Services & Domains): Job[] {
  const { config, db, log, files, inbox, payments, sharedJobs: shared } = platform
  const settling = shared.start('settle unanswered payments', 10 * second, payments.settleLeft)
  const sweep = async () => files.sweep(await platform.confirmedTime())
  // Each machine removes the remains in its own folder. Object storage belongs to all.
  const sweeping =
    config.filesUrl === undefined
      ? startJob('sweep unfinished files', hour, sweep, log)
      : shared.start('sweep unfinished files', hour, sweep)
  const watching = startJob('look at the ledger', 5 * second, createLedgerWatch(platform), log)
  settling.runNow()
  watching.runNow()
  sweeping.runNow()
  return [
    settling,
    sweeping,
    watching,
    startJob('send heartbeats of inboxes', 15 * second, inbox.heartbeat, log),
    shared.start('sweep parties', minute, () => sweepParties(platform)),
    shared.start('write mail of notifications', 15 * second, (lost) => sendNotificationMails(platform, lost)),
    shared.start('send pushes', 5 * second, (lost) => sendPushes(platform, lost)),
    shared.start('sweep webhook deliveries', 10 * minute, sweepOf(platform, sweepDeliveries)),
    shared.start('sweep notifications', minute, sweepOf(platform, createNotificationSweep({ db }))),
    shared.start('sweep screenshots', hour, sweepOf(platform, sweepScreenshots)),
    shared.start('sweep pictures of avatars and items', hour, sweepOf(platform, sweepPictures)),
    shared.start('sweep site pictures', hour, sweepOf(platform, sweepSitePictures)),
    shared.start('sweep group icons', hour, sweepOf(platform, sweepGroupIcons)),
    shared.start('take samples', minute, () => takeSample(platform)),
  ]
}
