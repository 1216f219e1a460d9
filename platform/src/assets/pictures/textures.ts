import { buffer } from 'node:stream/consumers'
import { CannotDraw, type EncodedPicture } from '@baseplate/renderer/drawing'
import { referredAsset } from '@baseplate/renderer/models/content'
import { Refused } from '../../foundation/errors.ts'
import type { AssetFiles, ServedAsset } from '../files/asset-files.ts'
import type { ModelReader } from '../files/model-reader.ts'
import { isXml, maxAssetBytes } from '../rules.ts'

/**
 * Reads the picture of an asset: its file, or the file that its document refers to. Returns undefined when either is missing or
 * moderated, because clients ignore such assets.
 *
 * @throws CannotDraw when its document names no picture; Refused when the asset cloud fails, or `busy`
 */
export async function readTexture(
  platform: { assetFiles: AssetFiles; modelReader: ModelReader },
  assetId: number,
): Promise<EncodedPicture | undefined> {
  const name = `asset ${assetId}`
  const asset = await openServed(platform, assetId)
  const own = asset && (await bytesOf(asset, assetId))
  if (!own || !isXml(own)) return own && { name, bytes: own }
  // A document without properties that are drawn is searched as its bytes are, like the scan of an upload.
  const referred =
    (await platform.modelReader.firstReference(asset.md5, own)) ?? referredAsset(own.toString('latin1'))
  if (referred === undefined) throw new CannotDraw(`The document of ${name} names no picture`)
  const bytes = await readServed(platform, referred)
  return bytes && { name: `asset ${referred}, to which ${name} refers,`, bytes }
}

/** Reads the file of an asset as it is served. Returns undefined when it is missing or moderated. @throws as `readTexture` */
export async function readServed(
  platform: { assetFiles: AssetFiles },
  assetId: number,
): Promise<Buffer | undefined> {
  const asset = await openServed(platform, assetId)
  return asset && bytesOf(asset, assetId)
}

/** Opens the file of an asset as it is served. Returns undefined when it is missing or moderated. @throws as `readTexture` */
export async function openServed(
  { assetFiles }: { assetFiles: AssetFiles },
  assetId: number,
): Promise<ServedAsset | undefined> {
  try {
    return await assetFiles.read(assetId)
  } catch (error) {
    if (error instanceof Refused && error.reason === 'missing') return undefined
    throw error
  }
}

/** Reads an open file into memory. @throws CannotDraw when it is too large */
export async function bytesOf(asset: ServedAsset, assetId: number): Promise<Buffer> {
  if (asset.bytes) return asset.bytes
  if (asset.size > maxAssetBytes) {
    await asset.close()
    throw new CannotDraw(`The file of asset ${assetId} is too large`)
  }
  return buffer(asset.stream())
}
