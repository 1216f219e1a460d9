import { hour, minute } from '@baseplate/service/clock'
import type { Door, Forgetting, Stores } from '../foundation/door.ts'
import { type Job, startJob } from '../foundation/jobs.ts'
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
import { eraseSavedDrafts } from './drafts/erase.ts'
import { sweepDrafts } from './drafts/sweep.ts'
import { eraseAssets, withdrawFromSale } from './erase.ts'
import { exports } from './export.ts'
import { type AssetFiles, createAssetFiles } from './files/asset-files.ts'
import { createModelReader, type ModelReader } from './files/model-reader.ts'
import { settleAssetFiles } from './files/replace-asset-file.ts'
import { type Buyers, createBuyers } from './ownership/buy.ts'
import { createFigureItems } from './pictures/figure-items.ts'
import { sweepAssetStatistics } from './statistics/sweep.ts'
import type {} from './tables.ts'

export { listFavouriteAssets } from './catalog/favourites.ts'
export { listNewestAssets } from './catalog/feed.ts'
export { viewInventory } from './catalog/inventory.ts'
export { listCatalog } from './catalog/list.ts'
export { type AssetListing, countListed, readListings } from './catalog/queries.ts'
export { searchCatalog } from './catalog/search.ts'
export { searchCorrected } from './catalog/search-corrected.ts'
export { commentOnAsset } from './comments/comment.ts'
export { assetFile } from './creating/create.ts'
export { type Created, type CreationsQuery, listCreations } from './creating/list.ts'
export { listOwnPictures, readPicture, readRenderedPicture } from './creating/picture.ts'
export { findHolderOf, isPart, listParts } from './creating/queries.ts'
export { replaceFile, replacesAtOnce } from './creating/replace-file.ts'
export { creationPayments } from './creating/settle.ts'
export { hasTemplate, templateOf } from './creating/templates.ts'
export { tryHat, tryModel } from './creating/try-model.ts'
export { deleteDraft } from './drafts/delete.ts'
export { creationForm } from './drafts/input.ts'
export { keepUnpaid, publish } from './drafts/publish.ts'
export { draftFileReferences, findDraft, listDrafts } from './drafts/queries.ts'
export { type Draft, readDraft, readDraftFile } from './drafts/read.ts'
export { saveDraft } from './drafts/save.ts'
export { favouriteAsset, unfavouriteAsset, unwishAsset, wishAsset } from './favourites/favourite.ts'
export { assetFileReferences, creationFileReferences } from './file-references.ts'
export type { AssetFiles, ServedAsset } from './files/asset-files.ts'
export type { ModelReader } from './files/model-reader.ts'
export { listReferrers } from './files/references.ts'
export { settleAssetFiles } from './files/replace-asset-file.ts'
export type { ServedFile } from './files/served-files.ts'
export { storeAsset } from './files/store-asset.ts'
export { assetQuery, catalogInput, characterAssetQuery, parseAssetId, thumbnailQuery } from './input.ts'
export { isKnownOwner, type KnownItem, requireVisibleItem } from './known-item.ts'
export { type Buying, buyAsset, purchases } from './ownership/buy.ts'
export { countOwners, findOwned, listUngranted, owns } from './ownership/queries.ts'
export { type ModelReading, readHat, readMesh, readModel } from './pictures/models.ts'
export { alikeWithin, hammingDistance } from './pictures/picture-hash.ts'
export { rerenderAsset } from './pictures/rerender.ts'
export { readServed, readTexture } from './pictures/textures.ts'
export { findThumbnail, readSmallThumbnail, readThumbnail } from './pictures/thumbnail.ts'
export { readWornHat, readWornPicture } from './pictures/worn.ts'
export { findAsset, lockAsset } from './queries.ts'
export { updateAsset, viewAssetSettings } from './settings.ts'
export { exportAssetStatistics, viewAssetStatistics } from './statistics/view.ts'
export { assetType, unpicturedTypes } from './types.ts'
export { viewAsset } from './view-item.ts'
export { changeVisibility, refreshWearers } from './visibility.ts'
export {
  isModerated,
  isNotModerated,
  isNotVisible,
  isPending,
  isServed,
  isVisible,
} from './visible.ts'

/** Parts that the domain adds to the running platform. */
export interface Assets {
  assetCloud: AssetCloud
  assetFiles: AssetFiles
  modelReader: ModelReader
  buyers: Buyers
  catalogAnchors: PageAnchors
  assetSpelling: Spelling
  figureItems: SharedSlots
}

function open(services: Services): Assets {
  const assetCloud = createAssetCloud(services)
  return {
    assetCloud,
    assetFiles: createAssetFiles(services, assetCloud),
    modelReader: createModelReader(),
    buyers: createBuyers(),
    catalogAnchors: createPageAnchors(services.now),
    assetSpelling: createAssetSpelling(services),
    figureItems: createFigureItems(),
  }
}

function startJobs(platform: Services & Assets): Job[] {
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

export const door = {
  open,
  limits: ({ limitCounts }: Services) => ({ creationLimit: createCreationLimit(limitCounts) }),
  jobs: startJobs,
  delayErasure: withdrawFromSale,
  async erase(platform: Stores & Forgetting<'asset'>, userId: string) {
    await eraseSavedDrafts(platform, userId)
    await eraseAssets(platform, userId)
  },
  exports,
} satisfies Door<Services & Assets & Forgetting<'asset'>>
