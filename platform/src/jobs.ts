import { removeOldRecoveryLinks } from './accounts/passwords/recovery-links.ts'
import { sweepPasswordAttempts } from './accounts/sessions/attempts-in-database.ts'
import { forgetLoginAddresses } from './accounts/sessions/login-addresses.ts'
import { removeExpiredSessions } from './accounts/sessions/sessions.ts'
import { sweepAssetFiles, sweepCreations } from './assets/creating/sweep.ts'
import { settleAssetFiles } from './assets/files/replace-asset-file.ts'
import { unpicturedTypes } from './assets/types.ts'
import type { Domains } from './domains.ts'
import { hour, minute, second } from './foundation/clock.ts'
import { hourly, type Job, startJob } from './foundation/jobs.ts'
import { createNotificationSweep } from './notifications/sweep.ts'
import { sweepSitePictures } from './operations/identity/pictures.ts'
import { takeSample } from './operations/metrics/sample.ts'
import { createMissingRenders } from './operations/renders/draw-missing.ts'
import { sweepScreenshots } from './operations/screenshots/sweep-files.ts'
import { sweepParties } from './parties/sweep.ts'
import { sweepGroupIcons } from './people/groups/icons.ts'
import { sweepLines } from './places/line/queries.ts'
import { sweepPlacePictures } from './places/pictures/sweep.ts'
import { sweepPlayingRecords } from './places/sessions/sweep.ts'
import { sweepPlaceFiles } from './places/versions/sweep.ts'
import type { Services } from './services.ts'

/** Starts all background jobs. Domains have already started the jobs that their verbs run ahead of time. */
export function startJobs(platform: Services & Domains): Pick<Job, 'stop'>[] {
  return [
    platform.presenceReports,
    platform.takedownEnforcement,
    platform.visitTally,
    ...startAccountJobs(platform),
    ...startPlaceJobs(platform),
    ...startAssetJobs(platform),
    ...startOtherJobs(platform),
  ]
}

const startAccountJobs = (platform: Services): Job[] => {
  const { log } = platform
  return [
    startJob('remove expired sessions', hour, () => removeExpiredSessions(platform), log),
    startJob('remove old recovery links', hour, () => removeOldRecoveryLinks(platform), log),
    startJob('forget login addresses', hour, () => forgetLoginAddresses(platform), log),
    startJob('sweep password attempts', 10 * minute, () => sweepPasswordAttempts(platform), log),
    startJob('sweep counts of limits', 10 * minute, platform.limitCounts.sweep, log),
  ]
}

function startPlaceJobs(platform: Services & Domains): Job[] {
  const { log, now, playerCounts } = platform
  return [
    startJob('sweep lines of places', minute, () => sweepLines(platform), log),
    startJob('sweep playing records', minute, () => sweepPlayingRecords(platform), log),
    startJob('poll player counts', second, playerCounts.poll, log),
    startJob('send heartbeats of player counts', 15 * second, playerCounts.heartbeat, log),
    startJob(
      'sweep place files',
      minute,
      hourly(now, () => sweepPlaceFiles(platform)),
      log,
    ),
    startJob(
      'sweep place pictures',
      minute,
      hourly(now, () => sweepPlacePictures(platform)),
      log,
    ),
  ]
}

function startAssetJobs(platform: Services & Domains): Job[] {
  const { log, now, renderer } = platform
  return [
    startJob('sweep the asset cache', 10 * minute, platform.assetCloud.cache.sweep, log),
    startJob('sweep creations', minute, () => sweepCreations(platform), log),
    startJob(
      'sweep asset files',
      minute,
      hourly(now, () => sweepAssetFiles(platform)),
      log,
    ),
    startJob('settle replaced asset files', hour, () => settleAssetFiles(platform), log),
    startJob(
      'request missing renders',
      minute,
      createMissingRenders(platform, { edition: renderer.edition, unpictured: unpicturedTypes }),
      log,
    ),
  ]
}

function startOtherJobs(platform: Services & Domains): Job[] {
  const { log, now, files, inbox, payments } = platform
  const settling = startJob('settle unanswered payments', 10 * second, payments.settleLeft, log)
  const sweeping = startJob('sweep unfinished files', hour, files.sweep, log)
  settling.runNow()
  sweeping.runNow()
  return [
    settling,
    sweeping,
    startJob('send heartbeats of inboxes', 15 * second, inbox.heartbeat, log),
    startJob('sweep parties', minute, () => sweepParties(platform), log),
    startJob('sweep notifications', minute, createNotificationSweep(platform), log),
    startJob(
      'sweep screenshots',
      minute,
      hourly(now, () => sweepScreenshots(platform)),
      log,
    ),
    startJob(
      'sweep site pictures',
      minute,
      hourly(now, () => sweepSitePictures(platform)),
      log,
    ),
    startJob(
      'sweep group icons',
      minute,
      hourly(now, () => sweepGroupIcons(platform)),
      log,
    ),
    startJob('take samples', minute, () => takeSample(platform), log),
  ]
}
