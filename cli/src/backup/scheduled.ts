import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { clockTolerance } from '@baseplate/platform/operations/door'
import { CannotStart } from '@baseplate/service/cannot-start'
import { day } from '@baseplate/service/clock'

/** Names of scheduled archives, such as `baseplate-2026-11-22T130000.000Z.tar`. Other files are the operator's own. */
export const archiveName = /^baseplate-\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z\.tar$/
const partialName = /^baseplate-.*\.tar\.[0-9a-f-]{36}\.partial$/

/** An older partial archive was left by a killed backup. */
const abandonedAge = day

/**
 * Returns the path of the next scheduled archive and creates its folder. Parent folders are not created, because a disk
 * that should be there may not be mounted.
 *
 * @throws CannotStart when there is no schedule, or the folder cannot be created
 */
export async function scheduledFile({ Backup }: Config, now: Date): Promise<string> {
  const { Folder } = Backup
  if (Folder === undefined)
    throw new CannotStart('Backup.Folder is not set. Set it to the folder for scheduled backups.')
  await mkdir(Folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST')
      throw new CannotStart(`The backup folder ${Folder} cannot be created: ${error.message}`)
  })
  return join(Folder, nameAt(now))
}

/** Returns the name of an archive that is made at a time. */
export const nameAt = (time: Date): string => `baseplate-${time.toISOString().replaceAll(':', '')}.tar`

/**
 * Sorts archives by the time in their names. A time in the future is of a clock that was wrong: such an archive comes first, so that
 * it does not push out the archives that are made from now on.
 */
export function oldestFirst(names: readonly string[], now: Date): string[] {
  const latest = nameAt(new Date(now.getTime() + clockTolerance))
  const ofFuture = names.filter((name) => name > latest).toSorted()
  return [...ofFuture, ...names.filter((name) => name <= latest).toSorted()]
}

/** Removes all scheduled archives except the newest `Backup.Keep`, and partial archives of killed backups. */
export async function removeOldBackups({ Backup: { Folder, Keep } }: Config, now: number): Promise<void> {
  if (Folder === undefined) return
  const names = await readdir(Folder)
  const archives = names.filter((name) => archiveName.test(name))
  for (const name of oldestFirst(archives, new Date(now)).slice(0, -Keep))
    await rm(join(Folder, name), { force: true })
  for (const name of names.filter((name) => partialName.test(name))) {
    const found = await stat(join(Folder, name)).catch(() => undefined)
    if (found && now - found.mtimeMs > abandonedAge) await rm(join(Folder, name), { force: true })
  }
}
