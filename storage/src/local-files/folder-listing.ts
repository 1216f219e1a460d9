import { readdirSync, statSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { undefinedWhenMissing } from './stored.ts'

/** Longer than a tick of any file system's clock. */
const settledMs = 2_000

const namesPerBatch = 500

/** Lists folders synchronously, and reads a folder only after it has changed. */
export function createFolderListings(): (path: string) => ReadonlySet<string> {
  const listings = new Map<string, { changed: bigint; names: ReadonlySet<string> }>()
  return (path) => {
    const known = listings.get(path)
    const changed = statSync(path, { bigint: true, throwIfNoEntry: false })?.ctimeNs
    if (changed === undefined) return new Set()
    if (known?.changed === changed) return known.names
    const names = new Set(readdirSync(path))
    // A folder that has just changed may change again within the same tick of the file system's clock.
    if (Date.now() - Number(changed / 1_000_000n) > settledMs) listings.set(path, { changed, names })
    return names
  }
}

/** Reads the names in a folder that begin with a prefix, in batches and on another thread. */
export async function* walkFolder(path: string, prefix = ''): AsyncGenerator<string[], void> {
  const folder = await opendir(path, { bufferSize: namesPerBatch }).catch(undefinedWhenMissing)
  if (!folder) return
  let names: string[] = []
  for await (const { name } of folder) {
    if (name.startsWith(prefix)) names.push(name)
    if (names.length < namesPerBatch) continue
    yield names
    names = []
  }
  if (names.length > 0) yield names
}
