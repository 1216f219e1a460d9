import { hour, minute } from '@baseplate/service/clock'
import { unpicturedTypes } from '../assets/door.ts'
import type { Door } from '../foundation/door.ts'
import { type Job, startJob } from '../foundation/jobs.ts'
import type { Services } from '../foundation/services.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import type { Money } from '../money/door.ts'
import type { Places } from '../places/door.ts'
import type { Rendering } from '../rendering/door.ts'
import { type Banners, createBanners } from './banners/banners.ts'
import type {} from './banners/tables.ts'
import { sweepSitePictures } from './branding/pictures.ts'
import { createBrandingReader } from './branding/reader.ts'
import type {} from './branding/tables.ts'
import { type ClientCalls, createClientCalls } from './client-calls/counts.ts'
import { sweepClientCalls } from './client-calls/sweep.ts'
import type {} from './client-calls/tables.ts'
import { exports } from './export.ts'
import { createGameTextLimit } from './filter/for-games.ts'
import { openSharedFilter } from './filter/shared-filter.ts'
import type {} from './filter/tables.ts'
import { createFlags, type Flags } from './flags/flags.ts'
import type {} from './flags/tables.ts'
import { createRequestTimes, type RequestTimes } from './metrics/request-times.ts'
import { takeSample } from './metrics/sample.ts'
import type {} from './metrics/tables.ts'
import { createMissingRenders } from './renders/request-missing.ts'
import { sweepPictures } from './renders/sweep-pictures.ts'
import { eraseScreenshots } from './screenshots/erase.ts'
import { sweepScreenshots } from './screenshots/sweep-files.ts'
import type {} from './screenshots/tables.ts'

export type { Banner } from './banners/banners.ts'
export { changeBanner, createBanner, deleteBanner, showBanner } from './banners/edit.ts'
export { exportBanners, viewBanners } from './banners/view.ts'
export { accentPattern, accentStylesheet } from './branding/accent.ts'
export { changeBranding, restoreBranding } from './branding/edit.ts'
export { openSitePicture, removeSitePicture, setSitePicture } from './branding/pictures.ts'
export { findNewest } from './branding/queries.ts'
export { type BrandingVersion, viewBranding } from './branding/view.ts'
export { exportClientCalls, viewClientCalls } from './client-calls/view.ts'
export { fileReferences } from './file-references.ts'
export { addStarterLists, saveWords } from './filter/edit.ts'
export { filterGameText, filterGameTexts } from './filter/for-games.ts'
export { chosenLists } from './filter/input.ts'
export { listsToOffer, setUp } from './filter/set-up.ts'
export { readFilter } from './filter/shared-filter.ts'
export { asksForWords, testText, viewFilter } from './filter/view.ts'
export { removeFlag, setFlag } from './flags/edit.ts'
export type { Flags } from './flags/flags.ts'
export { exportFlagHistory, listFlagHistory, undoFlagChange } from './flags/history.ts'
export { exportFlags, listFlags } from './flags/view.ts'
export { type Attention, viewAttention } from './metrics/attention.ts'
export { type Gauges, readGauges } from './metrics/gauges.ts'
export { allowedBackupAge, isBackupOverdue } from './metrics/last-backup.ts'
export { clockTolerance, readLastBackup, recordBackup } from './metrics/queries.ts'
export { takeSample } from './metrics/sample.ts'
export { type SystemView, viewSystem } from './metrics/system.ts'
export { type Chart, type ChartName, type LineName, metricsInput, viewMetrics } from './metrics/view.ts'
export { newestMoment } from './newest-moment.ts'
export { createReadyCheck } from './ready.ts'
export { type Advice, advice } from './reconciliation/advice.ts'
export {
  checkPayments,
  type Difference,
  type KnownPayments,
  knownPayments,
} from './reconciliation/payments.ts'
export { type Reconciliation, reconcile } from './reconciliation/reconcile.ts'
export { viewEconomy } from './reconciliation/view.ts'
export { retryFailedRenders, retryRender } from './renders/retry.ts'
export { exportRenders, viewRenders } from './renders/view.ts'
export { deleteScreenshot } from './screenshots/delete.ts'
export { listScreenshots } from './screenshots/queries.ts'
export { readScreenshot, readScreenshotPreview } from './screenshots/read.ts'
export { checkScreenshotRoom, storeScreenshot } from './screenshots/store.ts'

/** The filter of texts and the branding of the platform. Every domain uses them, and administrators change them here. */
export const ofServices = { openFilter: openSharedFilter, openBranding: createBrandingReader }

/** Parts that the domain adds to the running platform. */
export interface Operations {
  flags: Flags
  banners: Banners
  /** Response times of pages and endpoints, measured by the server. */
  requestTimes: RequestTimes
  clientCalls: ClientCalls
}

const open = (services: Services): Operations => ({
  flags: createFlags(services),
  banners: createBanners(services),
  requestTimes: createRequestTimes(),
  clientCalls: createClientCalls(services),
})

type Needs = Services & Money & Places & Rendering & Operations

function startJobs(platform: Needs): Job[] {
  const { renderer, clientCalls, sharedJobs: shared, log } = platform
  const pictured = { edition: renderer.edition, unpictured: unpicturedTypes }
  return [
    shared.start('request missing renders', minute, createMissingRenders(platform, pictured)),
    shared.start('sweep screenshots', hour, sweepOf(platform, sweepScreenshots)),
    shared.start('sweep pictures of avatars and items', hour, sweepOf(platform, sweepPictures)),
    shared.start('sweep site pictures', hour, sweepOf(platform, sweepSitePictures)),
    startJob('write counts of client calls', minute, clientCalls.write, log),
    shared.start('sweep counts of client calls', hour, sweepOf(platform, sweepClientCalls)),
    shared.start('take samples', minute, () => takeSample(platform)),
  ]
}

export const door = {
  open,
  limits: ({ limitCounts }: Services) => ({ gameTextLimit: createGameTextLimit(limitCounts) }),
  jobs: startJobs,
  erase: eraseScreenshots,
  exports,
} satisfies Door<Needs>
