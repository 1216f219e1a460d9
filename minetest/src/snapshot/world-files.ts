import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchiveLimits } from '../place-file/archive.ts'
import { isSafe } from '../place-file/names.ts'

/** Maximum depth of folders. */
const depthMax = 32

/**
 * Files and folders that belong to no world: the platform's mods and the hats of players, which every start makes, the engine's
 * accounts, which the mod `baseplate` replaces, and its log.
 */
const skipped = /^(?:worldmods|baseplate_hats|auth\.(?:sqlite|txt)|debug\.txt(?:\..*)?)$/

/** Files beside a database that SQLite makes while it writes. A copy of the database does not need them. */
const besideDatabase = /-(?:journal|wal|shm)$/

/** Names that are not UTF-8, or that other systems read as something else. */
const unusable = /[:\ufffd]/u

/** A regular file of a world. */
export interface WorldFile {
  /** Path in the world, with slashes. */
  name: string
  path: string
  /** Bytes, when it was found. */
  size: number
}

/**
 * Lists the regular files of a world, in the order of their names. Links, pipes, devices and names that archives cannot have are left
 * out.
 *
 * @param limits for worlds of games that nobody has reviewed.
 * @throws Error beyond the limits
 */
export async function listWorldFiles(folder: string, limits: ArchiveLimits): Promise<WorldFile[]> {
  const found: WorldFile[] = []
  let [entries, bytes] = [0, 0]
  const walk = async (at: string, depth: number): Promise<void> => {
    const names = await readdir(join(folder, at))
    entries += names.length
    if (entries > limits.entries) throw new Error(`the world has more than ${limits.entries} files`)
    for (const own of names.sort()) {
      const name = at === '' ? own : `${at}/${own}`
      if (skipped.test(name) || unusable.test(own) || !isSafe(name)) continue
      const path = join(folder, name)
      const stats = await lstat(path).catch(() => undefined)
      if (stats?.isDirectory() && depth < depthMax) await walk(name, depth + 1)
      if (!stats?.isFile() || (besideDatabase.test(own) && isBesideDatabase(own, names))) continue
      bytes += stats.size
      if (bytes > limits.bytes) throw new Error(`the world is larger than ${limits.bytes} bytes`)
      found.push({ name, path, size: stats.size })
    }
  }
  await walk('', 0)
  return found
}

const isBesideDatabase = (name: string, siblings: readonly string[]): boolean =>
  siblings.includes(name.replace(besideDatabase, ''))
