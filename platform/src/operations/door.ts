import { hour, minute } from '@baseplate/service/clock'
import { unpicturedTypes } from '../assets/types.ts'
import type { Job } from '../foundation/jobs.ts'
import type { Services } from '../foundation/services.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import type { Money } from '../money/door.ts'
import type { Places } from '../places/door.ts'
import type { Rendering } from '../rendering/door.ts'
import { type Banners, createBanners } from './banners/banners.ts'
import type {} from './banners/tables.ts'
import { openSharedFilter } from './filter/shared-filter.ts'
import type {} from './filter/tables.ts'
import { createFlags, type Flags } from './flags/flags.ts'
import type {} from './flags/tables.ts'
import { sweepSitePictures } from './identity/pictures.ts'
import { createIdentityReader } from './identity/reader.ts'
import type {} from './identity/tables.ts'
import { createRequestTimes, type RequestTimes } from './metrics/request-times.ts'
import { takeSample } from './metrics/sample.ts'
import type {} from './metrics/tables.ts'
import { createMissingRenders } from './renders/request-missing.ts'
import { sweepPictures } from './renders/sweep-pictures.ts'
import { sweepScreenshots } from './screenshots/sweep-files.ts'
import type {} from './screenshots/tables.ts'

/** The filter of texts and the identity of the platform. Every domain uses them, and administrators change them here. */
export const ofServices = { openFilter: openSharedFilter, openIdentity: createIdentityReader }

/** Parts that the domain adds to the running platform. */
export interface Operations {
  flags: Flags
  banners: Banners
  /** Response times of pages and endpoints, measured by the server. */
  requestTimes: RequestTimes
}

export const openOperations = (services: Services): Operations => ({
  flags: createFlags(services),
  banners: createBanners(services),
  requestTimes: createRequestTimes(),
})

export function startOperationJobs(platform: Services & Money & Places & Rendering & Operations): Job[] {
  const { renderer, sharedJobs: shared } = platform
  const pictured = { edition: renderer.edition, unpictured: unpicturedTypes }
  return [
    shared.start('request missing renders', minute, createMissingRenders(platform, pictured)),
    shared.start('sweep screenshots', hour, sweepOf(platform, sweepScreenshots)),
    shared.start('sweep pictures of avatars and items', hour, sweepOf(platform, sweepPictures)),
    shared.start('sweep site pictures', hour, sweepOf(platform, sweepSitePictures)),
    shared.start('take samples', minute, () => takeSample(platform)),
  ]
}
