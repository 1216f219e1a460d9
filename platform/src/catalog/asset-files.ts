import { type AssetCloud, cachedAssetName } from '../asset-cloud/client.ts'
import type { Db } from '../database.ts'
import { coalesce } from '../foundation/coalesce.ts'
import type { Config } from '../foundation/config/schema.ts'
import { Refused } from '../foundation/errors.ts'
import type { Files } from '../foundation/files.ts'
import type { Logger } from '../foundation/log.ts'
import { type AssetFile, findAssetFiles } from './queries.ts'
import { isServed } from './rules.ts'
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

export function createAssetFiles(
  platform: { db: Db; files: Files; config: Pick<Config, 'baseUrl' | 'AssetCloud'>; log: Logger },
  assetCloud: AssetCloud,
): AssetFiles {
  const { db, files, log } = platform
  const served = createServedFiles(platform)

  // Those of the same moment share one query.
  const findRow = coalesce<number, AssetFile | undefined>(0, async (ids) => {
    const rows = new Map((await findAssetFiles(db, ids)).map((row) => [row.id, row]))
    return ids.map((id) => rows.get(id))
  })

  const findPrivileged = (id: number) => {
    const names = files.list(privilegedFolder)
    return [`${id}.lua`, `${id}`].find((name) => names.has(name))
  }

  const readPrivileged = async (name: string): Promise<ServedAsset | undefined> => {
    const file = await served.open(`${privilegedFolder}/${name}`)
    return file && { ...file, script: name.endsWith('.lua'), pending: false }
  }

  const readStored = async ({ id, visibility, file_md5 }: AssetFile): Promise<ServedAsset> => {
    // Whatever becomes of it, the cloud is not asked for what may be another asset with the same id.
    if (!isServed(visibility)) throw noAsset()
    const file = await served.open(assetFileName(id), file_md5)
    if (file) return { ...file, script: false, pending: visibility === 'Pending' }
    log.error({ asset: id }, 'the file of an asset is not there')
    throw noAsset()
  }

  const readCloud = async (assetId: number): Promise<ServedAsset> => {
    const name = cachedAssetName(assetId)
    let file = await served.open(name)
    if (!file) {
      await assetCloud.fetchAsset(assetId)
      file = await served.open(name)
    }
    if (!file) throw noAsset()
    return { ...file, script: false, pending: false }
  }

  return {
    async read(assetId) {
      // Larger numbers are not exact: they would name another file than the one that was asked for.
      if (!Number.isSafeInteger(assetId)) throw noAsset()
      const privileged = findPrivileged(assetId)
      const own = privileged === undefined ? undefined : await readPrivileged(privileged)
      if (own) return own
      const row = await findRow(assetId)
      return row ? readStored(row) : readCloud(assetId)
    },
  }
}

const noAsset = () => new Refused('missing', 'Asset not found')
