import { renameSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes the folders of places whose servers printed nothing for so long: there are more places than ever run at once.
 *
 * @param directory the orchestrator's
 * @param isRunning whether a place has a server, by the name of its folder
 */
export async function removeOldFolders(
  directory: string,
  olderThan: number,
  isRunning: (name: string) => boolean,
): Promise<void> {
  const [servers, removed] = [join(directory, 'servers'), join(directory, 'removed')]
  const logs = join(directory, 'logs')
  await rm(removed, { recursive: true, force: true })
  await mkdir(removed)
  for (const name of await readdir(servers)) {
    // Before they had a folder of their own, logs were beside the working directories.
    const paths = [join(logs, name, 'log'), join(servers, name, 'log')]
    const [log] = (await Promise.all(paths.map((path) => stat(path).catch(() => undefined)))).filter(Boolean)
    if (!log || log.mtimeMs >= olderThan || isRunning(name)) continue
    // Away in one step: a server that starts meanwhile finds no folder, and makes its own.
    renameSync(join(servers, name), join(removed, name))
    await rm(join(logs, name), { recursive: true, force: true })
  }
  await rm(removed, { recursive: true, force: true })
}
