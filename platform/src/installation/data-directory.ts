import { chmod, mkdir, mkdtemp, readdir, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CannotStart } from '@baseplate/service/cannot-start'
import { syncFolder } from '@baseplate/storage/local-files/receive'
import { refuseUnfinishedRestore } from '@baseplate/storage/unfinished-restore'
import type { Config } from '../foundation/config/schema.ts'
import { refuseOtherFolder } from './platform-id.ts'

/** Only the user of the product enters the data directory. */
const privateMode = 0o700

/** Game servers of another user may pass through a folder, and not list it. */
const passageMode = 0o711

/**
 * Creates the data directory if it is missing, checks that it is writable, and closes it and what is directly inside it to other
 * users. Versions before this one, copies and restores by hand may have left it open.
 *
 * @throws CannotStart, also when a restore into it is unfinished, or the platform that was in it is not there.
 */
export async function prepareDataDirectory(
  config: Pick<Config, 'dataDirectory' | 'markerFile' | 'databaseUrl' | 'filesUrl' | 'Orchestrator'>,
): Promise<void> {
  const { dataDirectory: directory, Orchestrator } = config
  await refuseUnfinishedRestore(directory)
  await refuseOtherFolder(config)
  try {
    await createFolder(resolve(directory))
    await rmdir(await mkdtemp(join(directory, 'probe-')))
    const servers = 'orchestrator'
    const isPassage = Orchestrator.User !== undefined && Orchestrator.Sandbox === 'none'
    await setMode(directory, isPassage ? passageMode : privateMode)
    for (const name of await readdir(directory))
      await setMode(join(directory, name), name === servers ? passageMode : privateMode)
  } catch (error) {
    throw new CannotStart(`The data directory ${directory} cannot be written: ${(error as Error).message}`)
  }
}

/** Sets the mode of a folder; of a file, as much of it as files have. Leaves what another user owns. */
async function setMode(path: string, mode: number): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || found.uid !== process.geteuid?.()) return
  const wanted = found.isDirectory() ? mode : found.mode & mode
  // Another process of the installation may remove it meanwhile.
  if ((found.mode & 0o777) !== wanted) await chmod(path, wanted & 0o777).catch(ignoreMissing)
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/**
 * Creates a folder and its parents one at a time. A recursive `mkdir` never returns where the kernel reports ENOENT for an
 * existing parent, as it does below `/proc`.
 */
async function createFolder(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined)) return
  const parent = dirname(path)
  if (parent !== path) await createFolder(parent)
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    // Another process of the installation may have created it meanwhile.
    if (error.code !== 'EEXIST') throw error
  })
  // Without this, a power cut could take a platform with its first users. The parent may be unreadable for this user.
  await syncFolder(parent).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES') throw error
  })
}
