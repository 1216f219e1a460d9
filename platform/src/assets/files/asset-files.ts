import type { Logger } from '@baseplate/service/log'
import { createBatchLoader } from '@baseplate/storage/batch-loader'
import type { Files } from '@baseplate/storage/files'
import { isTakenAssetId } from '../../foundation/asset-ids.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { cachedAssetName } from '../cloud/cache.ts'
import type { AssetCloud } from '../cloud/client.ts'
import { type AssetFile, findAssetFiles } from '../queries.ts'
import { assetFileName, assetNotFound, isServed } from '../rules.ts'
import { createServedFiles, type ServedFile } from './served-files.ts'

/** An asset's file, ready to be served. */
export type ServedAsset = ServedFile & {
  /** Whether it is a script of the operator, which is signed. */
  script: boolean
  /** Whether it waits for approval. It may be refused at any time, so caches must not store it. */
  pending: boolean
}

/** Reads the files that game clients get for asset ids. */
export interface AssetFiles {
  /**
   * Reads the operator's own file, or else the stored asset, or else the asset cloud's file.
   *
   * @param client address that asks, which may cause a limited number of fetches; undefined for the platform itself.
   * @throws Refused `missing`: there is no file, or the asset is moderated; `upstream`, `late`, `busy`: the cloud failed;
   * `limited`
   */
  read(assetId: number, client?: string): Promise<ServedAsset>
}

/** Returns the names of the operator's own file of an asset, the first of which counts. */
const privilegedNames = (assetId: number) => [`privileged/${assetId}.lua`, `privileged/${assetId}`]

interface Found {
  /** Name of the operator's file. */
  privileged: string | undefined
  stored: AssetFile | undefined
}

export function createAssetFiles(
  platform: { db: Db; files: Files; config: Pick<Config, 'baseUrl' | 'AssetCloud'>; log: Logger },
  assetCloud: AssetCloud,
): AssetFiles {
  const { db, files, log } = platform
  const served = createServedFiles(platform)

  // Concurrent requests share one lookup of names and one query.
  const find = createBatchLoader<number, Found>(0, async (ids) => {
    const [privileged, rows] = await Promise.all([
      files.existing(ids.flatMap(privilegedNames)),
      findAssetFiles(db, ids),
    ])
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    const privilegedOf = (id: number) => privilegedNames(id).find((name) => privileged.has(name))
    return ids.map((id) => ({
      privileged: privileged.size > 0 ? privilegedOf(id) : undefined,
      stored: rowOf.get(id),
    }))
  })

  const readPrivileged = async (name: string): Promise<ServedAsset | undefined> => {
    const file = await served.open(name)
    return file && { ...file, script: name.endsWith('.lua'), pending: false }
  }

  const readStored = async (asset: AssetFile): Promise<ServedAsset> => {
    const { id, visibility, file_md5 } = asset
    // The cloud is not asked for the same id, which may belong to another asset there.
    if (!isServed(asset)) throw assetNotFound()
    const file = await served.open(assetFileName(id), file_md5)
    if (file) return { ...file, script: false, pending: visibility === 'Pending' }
    log.error({ asset: id }, 'the file of an asset is missing')
    throw assetNotFound()
  }

  const readCloud = async (assetId: number, client: string | undefined): Promise<ServedAsset> => {
    const name = cachedAssetName(assetId)
    let file = await served.open(name)
    if (!file) {
      // An id of this platform, such as a place's, may belong to another asset in the cloud.
      if (await isTakenAssetId(db, assetId)) throw assetNotFound()
      await assetCloud.fetchAsset(assetId, client)
      file = await served.open(name)
    }
    if (!file) throw assetNotFound()
    assetCloud.cache.use(assetId)
    return { ...file, script: false, pending: false }
  }

  return {
    async read(assetId, client) {
      // Larger numbers are not exact and would name another file.
      if (!Number.isSafeInteger(assetId)) throw assetNotFound()
      const { privileged, stored } = await find(assetId)
      const own = privileged === undefined ? undefined : await readPrivileged(privileged)
      return own ?? (stored ? readStored(stored) : readCloud(assetId, client))
    },
  }
}
