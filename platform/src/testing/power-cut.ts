/**
 * Records the states in which a power cut could leave a folder while code runs. The disk of this model keeps only what was synced: of
 * a file, its content at the last sync of the file, and of a folder, its names at the last sync of the folder. The rest may
 * survive in part or as a whole, so each moment has several states.
 */
import fs from 'node:fs'
import { join } from 'node:path'
import { Disk } from './power-cut-disk.ts'
import { watchChanges } from './power-cut-watch.ts'

/** A state of the disk after a power cut. */
export interface Cut<Promise> {
  /** Everything that the code had promised before. */
  promised: Promise[]
  /** Changes that survived although they were not synced. */
  kept: string
  /** Writes the state into an empty folder. */
  writeTo: (folder: string) => void
}

/**
 * Runs code that changes a folder, and returns the state after a power cut at each moment. Only calls of `node:fs` in this thread are
 * noticed.
 *
 * @param run gets a function that records a promise: each later state has to keep it
 * @param isIgnored names of files that no state has, such as locks
 */
export async function recordCuts<Promised>(
  root: string,
  run: (promise: (promised: Promised) => void) => Promise<void>,
  isIgnored: (name: string) => boolean = () => false,
): Promise<Cut<Promised>[]> {
  const disk = new Disk(root, isIgnored)
  const promised: Promised[] = []
  const restore = await watchChanges(disk, root)
  try {
    await run((each) => {
      promised.push(each)
      disk.promises = promised.length
      disk.cut()
    })
    disk.cut()
  } finally {
    restore()
  }
  return disk.states.map(({ kept, state, promises }) => ({
    kept,
    promised: promised.slice(0, promises),
    writeTo: (folder) => {
      for (const [path, content] of state) {
        if (content === undefined) fs.mkdirSync(join(folder, path), { recursive: true })
        else fs.writeFileSync(join(folder, path), content)
      }
    },
  }))
}
