import type { Db } from '../../database.ts'
import { isTakenAssetId } from '../../foundation/asset-ids.ts'
import { coalesce } from '../../foundation/batch-loader.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Files } from '../../foundation/files.ts'
import type { Logger } from '../../foundation/log.ts'
import { cachedAssetName } from '../cloud/cache.ts'
import type { AssetCloud } from '../cloud/client.ts'
import { type AssetFile, findAssetFiles } from '../queries.ts'
import { isServed } from '../rules.ts'
import { createServedFiles, type ServedFile } from './served-files.ts'
import { assetFileName } from './store-asset.ts'

/** An asset's file as it is handed out: from memory when it is small, else open. */
export type ServedAsset = ServedFile & {
  /** A script of the operator's, which is served signed. */
  script: boolean
  /** Waits for approval, and may be refused any moment: nobody on the way should keep it. */
  pending: boolean
}

/** What game clients are handed for an asset's id. */
export interface AssetFiles {
  /**
   * The operator's own file, else the one that a user stored, else the cloud's.
   *
   * @throws Refused `missing`: there is none, or it is moderated; `upstream`, `late`: the cloud failed.
   */
  read(assetId: number): Promise<ServedAsset>
}

const privilegedFolder = 'privileged'

interface Found {
  /** The name of the operator's file. */
  privileged: string | undefined
  stored: AssetFile | undefined
}

export function createAssetFiles(
  platform: { db: Db; files: Files; config: Pick<Config, 'baseUrl' | 'AssetCloud'>; log: Logger },
  assetCloud: AssetCloud,
): AssetFiles {
  const { db, files, log } = platform
  const served = createServedFiles(platform)

  // Those of the same moment share one look at the folder and one query.
  const find = coalesce<number, Found>(0, async (ids) => {
    const names = files.list(privilegedFolder)
    const privileged = ids.map((id) => [`${id}.lua`, `${id}`].find((name) => names.has(name)))
    const rows = await findAssetFiles(db, ids)
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id, index) => ({ privileged: privileged[index], stored: rowOf.get(id) }))
  })

  const readPrivileged = async (name: string): Promise<ServedAsset | undefined> => {
    const file = await served.open(`${privilegedFolder}/${name}`)
    return file && { ...file, script: name.endsWith('.lua'), pending: false }
  }

  const readStored = async (asset: AssetFile): Promise<ServedAsset> => {
    const { id, visibility, file_md5 } = asset
    // Whatever becomes of it, the cloud is not asked for what may be another asset with the same id.
    if (!isServed(asset)) throw noAsset()
    const file = await served.open(assetFileName(id), file_md5)
    if (file) return { ...file, script: false, pending: visibility === 'Pending' }
    log.error({ asset: id }, 'the file of an asset is not there')
    throw noAsset()
  }

  const readCloud = async (assetId: number): Promise<ServedAsset> => {
    const name = cachedAssetName(assetId)
    let file = await served.open(name)
    if (!file) {
      // A place's id, for one, may be another asset's there.
      if (await isTakenAssetId(db, assetId)) throw noAsset()
      await assetCloud.fetchAsset(assetId)
      file = await served.open(name)
    }
    if (!file) throw noAsset()
    assetCloud.cache.use(assetId)
    return { ...file, script: false, pending: false }
  }

  return {
    async read(assetId) {
      // Larger numbers are not exact: they would name another file than the one that was asked for.
      if (!Number.isSafeInteger(assetId)) throw noAsset()
      const { privileged, stored } = await find(assetId)
      const own = privileged === undefined ? undefined : await readPrivileged(privileged)
      return own ?? (stored ? readStored(stored) : readCloud(assetId))
    },
  }
}

const noAsset = () => new Refused('missing', 'Asset not found')
