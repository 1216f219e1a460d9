import { randomUUID } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '@baseplate/service/cannot-start'
import { sqliteFile } from '@baseplate/storage/database/location'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { findOrMakeSecret } from './installation-secrets.ts'
import { findSecret } from './queries.ts'
import { readOrMakeSecret, readSecret } from './secret-file.ts'

/**
 * A platform has a random id. Its data directory, its PostgreSQL database and its markers remember it, so that an unmounted disk is
 * not taken for a new platform: docs/reference/data-directory.md#marker.
 */
type Marked = Pick<Config, 'dataDirectory' | 'markerFile' | 'databaseUrl' | 'filesUrl'>

const idPath = ({ dataDirectory }: Marked) => join(dataDirectory, 'keys', 'platform')

/** Name of the id in the database. */
const secretName = 'platform-id'

/** Returns the id of the platform in the data directory; undefined when there is none. */
const readPlatformId = async (config: Marked): Promise<string | undefined> =>
  (await readSecret(idPath(config)))?.trim() || undefined

/**
 * The marker beside the data directory. It is lost with a disk that is mounted above both, which `BASEPLATE_MARKER` is for.
 * PostgreSQL needs none.
 */
const markerBeside = ({ dataDirectory, databaseUrl }: Marked): string | undefined =>
  databaseUrl === undefined ? `${dataDirectory}.platform` : undefined

/**
 * Refuses a data directory that lacks the platform that was in it.
 *
 * @throws CannotStart
 */
export async function refuseOtherFolder(config: Marked): Promise<void> {
  const { dataDirectory, markerFile } = config
  const here = await readPlatformId(config)
  const isPlatform = here !== undefined || (await exists(join(dataDirectory, sqliteFile)))
  const wanted = await readMarker(markerFile)
  if (markerFile !== undefined && wanted !== undefined && (!isPlatform || (here ?? wanted) !== wanted)) {
    throw new CannotStart(
      `${dataDirectory} ${isPlatform ? 'has another platform than the one' : 'does not have the platform'} that ${markerFile} remembers. ` +
        `Mount its disk or restore a backup, or remove ${markerFile} to start without it.`,
    )
  }
  const beside = markerBeside(config)
  // A folder that is gone was removed to start over. An empty one may be where a disk is usually mounted.
  if (isPlatform || !(await exists(dataDirectory)) || (await readMarker(beside)) === undefined) return
  throw new CannotStart(
    `There was a platform in ${dataDirectory}, and now there is none. ` +
      `Mount its disk or restore a backup, or remove ${beside} to start a new platform.`,
  )
}

/**
 * Gives a new platform its id, and refuses files that do not belong to the database.
 *
 * @throws CannotStart
 */
export async function claimDataDirectory(config: Marked, db: Db): Promise<void> {
  if (config.databaseUrl !== undefined) await requireFilesOf(config, db)
  const wanted = (await readMarker(config.markerFile)) ?? (await findSecret(db, secretName))
  const id = (await readOrMakeSecret(idPath(config), () => `${wanted ?? randomUUID()}\n`)).trim()
  if (config.databaseUrl !== undefined) await findOrMakeSecret(db, secretName, async () => id)
  await writeMarkers(config, id)
}

/** @throws CannotStart when the files of the database's platform are not in the data directory */
export async function requireFilesOf(config: Marked, db: Db): Promise<void> {
  const { dataDirectory, filesUrl } = config
  // Machines that share object storage have data directories of their own.
  if (filesUrl !== undefined) return
  const ofDatabase = await findSecret(db, secretName)
  if (ofDatabase === undefined || ofDatabase === (await readPlatformId(config))) return
  throw new CannotStart(
    `The database at DATABASE_URL has a platform whose files are not in ${dataDirectory}. ` +
      'Mount their disk, or set BASEPLATE_DATA or FILES_URL. To continue without them, run `baseplate adopt`.',
  )
}

/** Makes the data directory and the markers those of the database's platform, whatever they were before. */
export async function adoptDataDirectory(config: Marked, db: Db): Promise<void> {
  const id = (await findSecret(db, secretName)) ?? (await readPlatformId(config)) ?? randomUUID()
  await readOrMakeSecret(idPath(config), () => id)
  await writeFile(idPath(config), `${id}\n`)
  await writeMarkers(config, id)
}

/**
 * Makes the markers those of a platform that was restored.
 *
 * @throws the error of the file system when that of the configuration cannot be written: it would keep the site from starting.
 */
export async function rememberRestored(config: Marked): Promise<void> {
  const id = await readPlatformId(config)
  if (id === undefined) return
  if (config.markerFile !== undefined) await writeMarker(config.markerFile, id)
  await writeMarkers(config, id)
}

/** Writes the markers. One that cannot be written is left out: `baseplate doctor` reports that of the configuration. */
async function writeMarkers(config: Marked, id: string): Promise<void> {
  for (const path of [config.markerFile, markerBeside(config)])
    if (path !== undefined && (await readMarker(path)) !== id)
      await writeMarker(path, id).catch(() => undefined)
}

/** Writes in place, because the service may own the file and not its folder. */
const writeMarker = (path: string, id: string): Promise<void> =>
  writeFile(path, `${id}\n`, { mode: 0o600, flush: true })

/** Returns the id in a marker. An empty file, which an installation has before its first start, has none. */
async function readMarker(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new CannotStart(`The marker ${path} cannot be read: ${error.message}`)
  })
  return text.trim() || undefined
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
