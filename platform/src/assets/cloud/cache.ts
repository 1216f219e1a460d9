import { type Clock, minute } from '../../foundation/clock.ts'
import type { Files } from '../../foundation/files.ts'
import type { Logger } from '../../foundation/log.ts'

const cacheFolder = 'asset-cache'
export const cachedAssetName = (assetId: number) => `${cacheFolder}/${assetId}`

/** Part of the maximum that a sweep leaves, so that not every new file causes a removal. */
const sweptTo = 0.9

/** Time that a request may take to open the file of an asset. An open file can be read after its removal. */
const inUseMs = minute

/** Files of the asset cloud on disk, up to a total size. The least recently used files are evicted. */
export interface AssetCache {
  /** Records that an asset is served. */
  use(assetId: number): void
  /** Evicts files. The time of the last use is stored with each file, for other processes and after restarts. */
  sweep(): Promise<void>
}

/** @param now clock of the file system. */
export function createAssetCache(
  { files, log, maxBytes }: { files: Files; log: Logger; maxBytes: number },
  now: Clock = Date.now,
): AssetCache {
  /** Times of use since the last sweep. */
  let uses = new Map<string, number>()

  const storeUses = async () => {
    const recent = uses
    uses = new Map()
    for (const [name, used] of recent) await files.touch(name, used)
  }

  return {
    use(assetId) {
      uses.set(cachedAssetName(assetId), now())
    },

    async sweep() {
      await storeUses()
      const cached: { name: string; bytes: number; used: number }[] = []
      let total = 0
      for await (const ids of files.walk(cacheFolder)) {
        for (const id of ids) {
          const name = `${cacheFolder}/${id}`
          const measured = await files.measure(name)
          if (!measured) continue
          cached.push({ name, ...measured })
          total += measured.bytes
        }
      }
      if (total <= maxBytes) return
      const before = total
      const unused = cached.filter(({ used }) => used < now() - inUseMs).toSorted((a, b) => a.used - b.used)
      for (const { name, bytes } of unused) {
        if (total <= maxBytes * sweptTo) break
        if (uses.has(name)) continue
        await files.remove(name)
        total -= bytes
      }
      log.info({ bytes: total, removed: before - total }, 'evicted assets of the cloud')
    },
  }
}
