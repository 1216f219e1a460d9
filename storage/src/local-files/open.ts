import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Clock, hour, minute } from '@baseplate/service/clock'
import { type Files, type FileUsage, requireFileName } from '../files.ts'
import { createFolderListings, walkFolder } from './folder-listing.ts'
import { linkOrCopy } from './link-or-copy.ts'
import { receiveFile, shareFile } from './receive.ts'
import { openStored, undefinedWhenMissing } from './stored.ts'

/** Folder of uploads in progress and of files that a running backup holds. Processes may share it, because names are random. */
export const temporaryFolder = 'incoming'

/**
 * Age at which a temporary file is abandoned. The age counts from the last change of the inode, which bytes that arrive and links
 * change. An upload may take hours, but seldom stands still for this long.
 */
const abandonedAfter = 2 * hour

/**
 * Opens files in a folder of this machine, or of a file system that machines share. A file is written under a temporary name,
 * synced and renamed, and its folder is synced.
 *
 * @param now the file system's clock.
 */
export async function openLocalFiles(root: string, now: Clock = Date.now): Promise<Files> {
  const temporary = join(root, temporaryFolder)
  await mkdir(temporary, { recursive: true })
  const namesIn = createFolderListings()
  const pathOf = (name: string) => {
    requireFileName(name)
    return join(root, name)
  }
  const receive: Files['receive'] = (source, maxBytes, use) =>
    receiveFile({ temporary, pathOf }, { source, maxBytes }, use)

  return {
    open: async (name) => openStored(pathOf(name)),
    exists: async (name) => (await stat(pathOf(name)).catch(undefinedWhenMissing))?.isFile() ?? false,
    existing: async (names) => existingNames(names, (folder) => namesIn(pathOf(folder))),
    async write(name, source, maxBytes) {
      // Reports a wrong name before the source is read.
      pathOf(name)
      return receive(source, maxBytes, async ({ store, size, sha256 }) => {
        await store(name)
        return { size, sha256 }
      })
    },
    receive,
    share: async (from, to) =>
      shareFile(temporary, pathOf(from), pathOf(to)).then(
        () => true,
        (error) => undefinedWhenMissing(error) ?? false,
      ),
    remove: async (name) => rm(pathOf(name), { force: true }),
    async removeUntouched(name, before) {
      const path = pathOf(name)
      if (!(await isOlder(path, before))) return
      await removeAside({ root, temporary }, path, async (aside) => !(await isOlder(aside, before)))
    },
    removeUnless: async (name, isWanted) => removeAside({ root, temporary }, pathOf(name), isWanted),
    touch: async (name, used) => touchFile(pathOf(name), used),
    walk: (folder, prefix) => walkFolder(pathOf(folder), prefix),
    usage: (folder) => usageIn(pathOf(folder)),
    sweep: (time = now()) => sweepTemporary({ root, temporary }, { now: now(), time }),
    check: () => access(temporary, constants.R_OK | constants.W_OK),
    async close() {},
  }
}

/** Reads a folder once for consecutive names in it, because this runs for every asset that is served. */
function existingNames(
  names: readonly string[],
  namesIn: (folder: string) => ReadonlySet<string>,
): Set<string> {
  const found = new Set<string>()
  let folder: string | undefined
  let known: ReadonlySet<string> = found
  for (const name of names) {
    const at = name.lastIndexOf('/')
    if (folder?.length !== at || !name.startsWith(folder)) {
      folder = name.slice(0, at)
      known = namesIn(folder)
    }
    if (known.size > 0 && known.has(name.slice(at + 1))) found.add(name)
  }
  return found
}

async function* usageIn(folder: string): AsyncGenerator<FileUsage[], void> {
  for await (const names of walkFolder(folder)) {
    const found: FileUsage[] = []
    for (const name of names) {
      const stats = await stat(join(folder, name)).catch(undefinedWhenMissing)
      if (stats) found.push({ name, bytes: stats.size, used: stats.atimeMs })
    }
    yield found
  }
}

async function isOlder(path: string, than: number): Promise<boolean> {
  const found = await stat(path).catch(undefinedWhenMissing)
  return found !== undefined && found.mtimeMs < than
}

interface Folders {
  root: string
  temporary: string
}

/** Form of the names of files whose names were taken away, which tell the name. */
const asideForm = /^aside-(?<name>[A-Za-z0-9_-]+)\.[0-9a-f-]{36}$/

/** Far longer than it takes to decide about a file. */
const asideFor = minute

/** Takes a file's name away, and gives it back if the file turns out to be wanted. */
async function removeAside(
  { root, temporary }: Folders,
  path: string,
  isWanted: (aside: string) => Promise<boolean>,
): Promise<void> {
  const name = Buffer.from(relative(root, path)).toString('base64url')
  const aside = join(temporary, `aside-${name}.${randomUUID()}`)
  try {
    await rename(path, aside)
    if (await isWanted(aside)) await giveBack(aside, path)
  } catch (error) {
    // Another process removed it first.
    undefinedWhenMissing(error as Error)
  } finally {
    await rm(aside, { force: true })
  }
}

/** Gives a file its name back, unless another file has been stored under it. */
const giveBack = (aside: string, path: string): Promise<void> =>
  linkOrCopy(aside, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })

async function touchFile(path: string, used: number): Promise<void> {
  const found = await stat(path).catch(undefinedWhenMissing)
  // The middle of the millisecond, because the system rounds the time.
  const modified = found && (Math.trunc(found.mtimeMs) + 0.5) / 1000
  if (modified !== undefined) await utimes(path, used / 1000, modified).catch(undefinedWhenMissing)
}

async function sweepTemporary(
  { root, temporary }: Folders,
  { now, time }: { now: number; time: number },
): Promise<void> {
  for await (const names of walkFolder(temporary)) {
    for (const name of names) {
      const path = join(temporary, name)
      const found = await stat(path).catch(undefinedWhenMissing)
      if (!found) continue
      const aside = asideForm.exec(name)?.groups?.name
      const isLeft =
        aside === undefined
          ? Math.min(now, time) - found.ctimeMs > abandonedAfter
          : now - found.ctimeMs > asideFor
      if (!isLeft) continue
      // A process died between two steps, and nobody knows whether the file is wanted. If not, another sweep removes it.
      if (aside !== undefined)
        await giveBack(path, join(root, Buffer.from(aside, 'base64url').toString())).catch(
          undefinedWhenMissing,
        )
      await rm(path, { force: true, recursive: true })
    }
  }
}
