import { createHash } from 'node:crypto'
import { retryOnConflict } from '@baseplate/storage/database/conflict'
import type { Files } from '@baseplate/storage/files'
import { takeAssetId } from '../../foundation/asset-ids.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import type { ModelReader } from '../files/model-reader.ts'
import { readReferences, scanAssetFile } from '../files/references.ts'
import { assetFileName, maxAssetBytes } from '../rules.ts'
import type { Prepared } from './prepare.ts'
import { holderDocument } from './rules.ts'

interface Writing {
  db: Db
  files: Files
  config: Pick<Config, 'Client' | 'AssetCloud' | 'baseUrl'>
}

/** A file on disk, and its hexadecimal hashes. */
export interface WrittenAsset {
  id: number
  size: number
  sha256: string
  md5: string
}

/**
 * Writes the files of a new asset, each with an id of its own, before any row exists.
 *
 * @returns also `referred`: the ids of the assets that the asset's file refers to.
 */
export async function writeFiles(
  platform: Writing & { modelReader: ModelReader },
  asset: { type: number; name: string },
  prepared: Prepared,
): Promise<{ asset: WrittenAsset; referred: number[]; image: WrittenAsset | null }> {
  const { file, image } = await writeImage(platform, asset, prepared)
  const scan = scanAssetFile()
  scan.add(file)
  const referred = await readReferences(platform, scan, async () => file)
  return { asset: await writeFile(platform, file), referred, image }
}

/** Writes the image of an asset, if it has one. Returns the content of the asset's own file. */
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
 * Returns the address of an image, as the asset's document contains it. Its host is one of `AssetCloud.Hosts`, because the site
 * may move: such a host is replaced by the current address of the site whenever the document is served.
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
