import { existsSync, renameSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes the folders of places whose servers have printed nothing for a long time. Most places rarely have a server.
 *
 * @param directory the orchestrator's folder
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
    // Older versions stored logs beside the working directories.
    const paths = [join(logs, name, 'log'), join(servers, name, 'log')]
    const [log] = (await Promise.all(paths.map((path) => stat(path).catch(() => undefined)))).filter(Boolean)
    if (!log || log.mtimeMs >= olderThan || isRunning(name)) continue
    // Moved first: a server that starts in the meantime creates new folders, which must stay.
    renameSync(join(servers, name), join(removed, name))
    if (existsSync(join(logs, name))) renameSync(join(logs, name), join(removed, `${name}-log`))
  }
  await rm(removed, { recursive: true, force: true })
}
