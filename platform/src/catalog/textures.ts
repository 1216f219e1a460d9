import { buffer } from 'node:stream/consumers'
import { Refused } from '../foundation/errors.ts'
import { CannotDraw, type EncodedPicture } from '../renderer/drawing.ts'
import type { AssetFiles, ServedAsset } from './asset-files.ts'
import { isXml, maxAssetBytes } from './rules.ts'

/** Where an asset's document says which picture or mesh it is of: `…/asset/?id=1`, `rbxassetid://1`. */
const reference = /(?:\/asset\/?\?(?:[^"<>]*?&(?:amp;)?)?id=|rbxassetid:\/\/)(\d{1,15})/i

/**
 * The picture that an asset is covered with: its file, or the one that its document refers to. Undefined: it is not here,
 * or moderated; clients pass over it, too.
 *
 * @throws CannotDraw when it has none; Refused when the asset cloud fails
 */
export async function readTexture(
  platform: { assetFiles: AssetFiles },
  assetId: number,
): Promise<EncodedPicture | undefined> {
  const name = `asset ${assetId}`
  const own = await readFile(platform, assetId)
  if (!own || !isXml(own)) return own && { name, bytes: own }
  const referred = reference.exec(own.toString('utf8'))?.[1]
  if (referred === undefined) throw new CannotDraw(`The document of ${name} names no picture`)
  const bytes = await readFile(platform, Number(referred))
  return bytes && { name: `asset ${referred}, which ${name} is of`, bytes }
}

async function readFile({ assetFiles }: { assetFiles: AssetFiles }, assetId: number) {
  try {
    return await bytesOf(await assetFiles.read(assetId), assetId)
  } catch (error) {
    if (error instanceof Refused && error.reason === 'missing') return undefined
    throw error
  }
}

async function bytesOf(asset: ServedAsset, assetId: number): Promise<Buffer> {
  if (asset.bytes) return asset.bytes
  if (asset.size > maxAssetBytes) {
    await asset.close()
    throw new CannotDraw(`The file of asset ${assetId} is too large`)
  }
  return buffer(asset.stream())
}
