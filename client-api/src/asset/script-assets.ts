import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { ServedAsset } from '@baseplate/platform/assets/door'
import { LRUCache } from 'lru-cache'
import type { Signing } from '../signing.ts'

/** Maximum size of the cache. Signing takes most of a millisecond, and every joining client fetches the same scripts. */
const maxCachedBytes = 8 * 1024 * 1024

export interface SignedAsset {
  bytes: Buffer<ArrayBuffer>
  /** Hexadecimal. */
  md5: string
}

/** Signs the operator's script assets: docs/reference/client-protocol.md#script-assets. */
export interface ScriptAssets {
  sign(assetId: number, asset: ServedAsset): Promise<SignedAsset>
}

export function createScriptAssets(signing: Signing): ScriptAssets {
  const cache = new LRUCache<string, SignedAsset>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 500,
  })
  return {
    async sign(assetId, asset) {
      const version = `${assetId} ${asset.md5}`
      const cached = cache.get(version)
      if (cached) {
        if (!asset.bytes) await asset.close()
        return cached
      }
      const script = asset.bytes ? asset.bytes.toString() : await text(asset.stream())
      const bytes = Buffer.from(await signing.sign(script, assetId))
      const signed = { bytes, md5: createHash('md5').update(bytes).digest('hex') }
      cache.set(version, signed)
      return signed
    },
  }
}
