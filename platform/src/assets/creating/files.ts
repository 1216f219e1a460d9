import { createHash } from 'node:crypto'
import type { Db } from '../../database.ts'
import { takeAssetId } from '../../foundation/asset-ids.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { retryOnConflict } from '../../foundation/database/conflict.ts'
import type { Files } from '../../foundation/files.ts'
import { assetFileName } from '../files/store-asset.ts'
import { maxAssetBytes } from '../rules.ts'
import type { Prepared } from './prepare.ts'
import { holderDocument } from './rules.ts'

interface Writing {
  db: Db
  files: Files
  config: Pick<Config, 'Client' | 'AssetCloud' | 'baseUrl'>
}

/** A file that is on the disk, and its hashes in hex. */
export interface WrittenAsset {
  id: number
  size: number
  sha256: string
  md5: string
}

/** Writes the files of an asset that is not there yet, under ids of their own. */
export async function writeFiles(
  platform: Writing,
  asset: { type: number; name: string },
  prepared: Prepared,
): Promise<{ asset: WrittenAsset; image: WrittenAsset | null }> {
  const { file, image } = await writeImage(platform, asset, prepared)
  return { asset: await writeFile(platform, file), image }
}

/** Writes the image of an asset, if it has one, under an id of its own; answers what its own file is. */
export async function writeImage(
  platform: Writing,
  asset: { type: number; name: string },
  prepared: Prepared,
): Promise<{ file: Uint8Array; image: WrittenAsset | null }> {
  if (prepared.file) return { file: prepared.file, image: null }
  const image = await writeFile(platform, prepared.picture)
  const document = holderDocument(asset, {
    root: platform.config.Client.DocumentRoot,
    address: imageAddress(platform.config, image.id),
  })
  return { file: Buffer.from(document), image }
}

/**
 * Where the document says that its image is. As in documents from elsewhere, that is an original host: whenever it is served,
 * this site's address is put there, which may have changed since.
 */
function imageAddress({ AssetCloud, baseUrl }: Writing['config'], imageId: number): string {
  const [host] = AssetCloud.Hosts
  return `${host === undefined ? baseUrl : `http://${host}`}/asset?id=${imageId}`
}

async function writeFile({ db, files }: Writing, bytes: Uint8Array): Promise<WrittenAsset> {
  const id = await retryOnConflict(() => takeAssetId(db))
  const md5 = createHash('md5').update(bytes).digest('hex')
  return { id, md5, ...(await files.write(assetFileName(id), [bytes], maxAssetBytes)) }
}
