import { hour, minute } from '@baseplate/service/clock'
import { type Job, startJob } from '../foundation/jobs.ts'
import type { Limit } from '../foundation/limits.ts'
import type { Services } from '../foundation/services.ts'
import type { SharedSlots } from '../foundation/slots.ts'
import type { Spelling } from '../foundation/spelling.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import { createPageAnchors, type PageAnchors } from './catalog/page-anchors.ts'
import { createAssetSpelling } from './catalog/spelling.ts'
import { type AssetCloud, createAssetCloud } from './cloud/client.ts'
import { sweepCloudThumbnails } from './cloud/thumbnail.ts'
import { createCreationLimit } from './creating/create.ts'
import { sweepAssetFiles, sweepCreations } from './creating/sweep.ts'
import { sweepDrafts } from './drafts/sweep.ts'
import { type AssetFiles, createAssetFiles } from './files/asset-files.ts'
import { createModelReader, type ModelReader } from './files/model-reader.ts'
import { settleAssetFiles } from './files/replace-asset-file.ts'
import { type Buyers, createBuyers } from './ownership/buy.ts'
import { createFigureItems } from './pictures/figure-items.ts'
import { sweepAssetStatistics } from './statistics/sweep.ts'
import type {} from './tables.ts'

/** Parts that the domain adds to the running platform. */
export interface Assets {
  assetCloud: AssetCloud
  assetFiles: AssetFiles
  modelReader: ModelReader
  buyers: Buyers
  catalogAnchors: PageAnchors
  assetSpelling: Spelling
  creationLimit: Limit
  figureItems: SharedSlots
}

export function openAssets(services: Services): Assets {
  const assetCloud = createAssetCloud(services)
  return {
    assetCloud,
    assetFiles: createAssetFiles(services, assetCloud),
    modelReader: createModelReader(),
    buyers: createBuyers(),
    catalogAnchors: createPageAnchors(services.now),
    assetSpelling: createAssetSpelling(services),
    creationLimit: createCreationLimit(services.limitCounts),
    figureItems: createFigureItems(),
  }
}

export function startAssetJobs(platform: Services & Assets): Job[] {
  const { log, sharedJobs: shared } = platform
  return [
    startJob('sweep the asset cache', 10 * minute, platform.assetCloud.cache.sweep, log),
    shared.start('sweep thumbnails of the asset cloud', hour, () => sweepCloudThumbnails(platform)),
    shared.start('sweep creations', minute, sweepOf(platform, sweepCreations)),
    shared.start('sweep drafts of creations', hour, sweepOf(platform, sweepDrafts)),
    shared.start('sweep asset files', hour, sweepOf(platform, sweepAssetFiles)),
    shared.start('sweep statistics of items', hour, sweepOf(platform, sweepAssetStatistics)),
    shared.start('settle replaced asset files', hour, sweepOf(platform, settleAssetFiles)),
  ]
}
