import { type Clock, minute } from '../../foundation/clock.ts'
import type { Files } from '../../foundation/files.ts'
import type { Logger } from '../../foundation/log.ts'

const cacheFolder = 'asset-cache'
export const cachedAssetName = (assetId: number) => `${cacheFolder}/${assetId}`

/** What is this full is swept, so that not each file that comes has another one removed. */
const sweptTo = 0.9

/** Whoever was just handed an asset may be about to open its file. Who has opened it reads on, whatever becomes of it. */
const inUseMs = minute

/** What was fetched, up to a number of bytes: what was not asked for longest goes first. */
export interface AssetCache {
  /** Notes that an asset is handed out. */
  use(assetId: number): void
  /** Removes what is too much. Files themselves remember when they were used, over restarts and for other processes. */
  sweep(): Promise<void>
}

/** @param now what time it is for the file system. */
export function createAssetCache(
  { files, log, maxBytes }: { files: Files; log: Logger; maxBytes: number },
  now: Clock = Date.now,
): AssetCache {
  /** When assets were handed out since the last sweep. */
  let uses = new Map<string, number>()

  const noteUses = async () => {
    const noted = uses
    uses = new Map()
    for (const [name, used] of noted) await files.touch(name, used)
  }

  return {
    use(assetId) {
      uses.set(cachedAssetName(assetId), now())
    },

    async sweep() {
      await noteUses()
      const kept: { name: string; bytes: number; used: number }[] = []
      let total = 0
      for await (const ids of files.walk(cacheFolder)) {
        for (const id of ids) {
          const name = `${cacheFolder}/${id}`
          const measured = await files.measure(name)
          if (!measured) continue
          kept.push({ name, ...measured })
          total += measured.bytes
        }
      }
      if (total <= maxBytes) return
      const before = total
      const unused = kept.filter(({ used }) => used < now() - inUseMs).toSorted((a, b) => a.used - b.used)
      for (const { name, bytes } of unused) {
        if (total <= maxBytes * sweptTo) break
        if (uses.has(name)) continue
        await files.remove(name)
        total -= bytes
      }
      log.info(
        { bytes: total, removed: before - total },
        'assets of the cloud that were not asked for longest are gone',
      )
    },
  }
}
