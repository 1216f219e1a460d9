import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { ServedAsset } from '@baseplate/platform/assets/files/asset-files'
import { LRUCache } from 'lru-cache'
import type { Signing } from '../signing.ts'

/** A signature takes a good part of a millisecond, and the same scripts are fetched by everybody who joins. */
const maxKeptBytes = 8 * 1024 * 1024

export interface SignedAsset {
  bytes: Buffer<ArrayBuffer>
  /** Hex. */
  md5: string
}

/** The operator's script assets, signed with their ids. */
export interface ScriptAssets {
  sign(assetId: number, asset: ServedAsset): Promise<SignedAsset>
}

export function createScriptAssets(signing: Signing): ScriptAssets {
  const kept = new LRUCache<string, SignedAsset>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 500,
  })
  return {
    async sign(assetId, asset) {
      const version = `${assetId} ${asset.md5}`
      const known = kept.get(version)
      if (known) {
        if (!asset.bytes) await asset.close()
        return known
      }
      const script = asset.bytes ? asset.bytes.toString() : await text(asset.stream())
      const bytes = Buffer.from(await signing.sign(script, assetId))
      const signed = { bytes, md5: createHash('md5').update(bytes).digest('hex') }
      kept.set(version, signed)
      return signed
    },
  }
}
