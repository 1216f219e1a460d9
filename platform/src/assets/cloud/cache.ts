import { type Clock, minute } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { singleFlight } from '@baseplate/service/single-flight'
import type { Files } from '@baseplate/storage/files'

const cacheFolder = 'asset-cache'
export const cachedAssetName = (assetId: number) => `${cacheFolder}/${assetId}`

/** Part of the maximum that a sweep leaves, so that not every new file causes a removal. */
const sweptTo = 0.9

/** Part of the maximum that may arrive before files are evicted ahead of the next sweep. */
const sweptAfter = 0.1

/** Time that a request may take to open the file of an asset. An open file can be read after its removal. */
const inUseMs = minute

/** Files of the asset cloud on disk, up to a total size. The least recently used files are evicted. */
export interface AssetCache {
  /** Records that an asset is served. */
  use(assetId: number): void
  /** Records that a file was stored. Evicts files early when many have been. */
  add(bytes: number): void
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
  /** Bytes of files stored since the last sweep began. */
  let added = 0

  const storeUses = async () => {
    const recent = uses
    uses = new Map()
    for (const [name, used] of recent) await files.touch(name, used)
  }

  // Calls during a sweep share it.
  const sweep = singleFlight(async (_: 'all') => {
    added = 0
    await storeUses()
    // The folder is read twice, so that memory does not grow with the number of files.
    let total = 0
    const bytesByMinute = new Map<number, number>()
    for await (const { bytes, used } of cachedFiles(files)) {
      total += bytes
      bytesByMinute.set(minuteOf(used), (bytesByMinute.get(minuteOf(used)) ?? 0) + bytes)
    }
    if (total <= maxBytes) return
    const before = total
    const left = maxBytes * sweptTo
    const last = lastEvictedMinute(bytesByMinute, total - left)
    for await (const { name, bytes, used } of cachedFiles(files)) {
      if (total <= left) break
      if (minuteOf(used) > last || used >= now() - inUseMs || uses.has(name)) continue
      await files.remove(name)
      total -= bytes
    }
    log.info({ bytes: total, removed: before - total }, 'evicted assets of the cloud')
  })

  return {
    use(assetId) {
      uses.set(cachedAssetName(assetId), now())
    },

    add(bytes) {
      added += bytes
      if (added <= maxBytes * sweptAfter) return
      sweep('all').catch((error: Error) =>
        log.error({ error: error.message }, 'the asset cache was not swept'),
      )
    },

    sweep: () => sweep('all'),
  }
}

const minuteOf = (time: number) => Math.floor(time / minute)

async function* cachedFiles(
  files: Files,
): AsyncGenerator<{ name: string; bytes: number; used: number }, void> {
  for await (const found of files.usage(cacheFolder))
    for (const { name, bytes, used } of found) yield { name: `${cacheFolder}/${name}`, bytes, used }
}

/** Returns the latest minute of last use whose files are evicted to free this many bytes. */
function lastEvictedMinute(bytesByMinute: ReadonlyMap<number, number>, bytes: number): number {
  let last = Number.NEGATIVE_INFINITY
  let freed = 0
  for (const [time, size] of [...bytesByMinute].sort(([one], [other]) => one - other)) {
    if (freed >= bytes) break
    last = time
    freed += size
  }
  return last
}
