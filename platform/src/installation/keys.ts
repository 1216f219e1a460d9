import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '@baseplate/service/cannot-start'
import { refuseUnfinishedObjects } from '@baseplate/storage/s3-files/refuse-lost'
import type { Config } from '../foundation/config/schema.ts'
import { newInstallationKey } from '../foundation/ids.ts'
import { prepareDataDirectory } from './data-directory.ts'
import { readOrMakeSecret, readSecret } from './secret-file.ts'

/** Keys that the platform generates unless the operator sets them. They are files below `keys/` of the data directory. */
export const madeKeys = ['gameservers', 'economy', 'orchestrator'] as const

type MadeKey = (typeof madeKeys)[number]

/**
 * Adds the keys that exist in the data directory, without generating any. Commands that run beside the services use it.
 *
 * @throws CannotStart when a key cannot be read.
 */
export const withKeys = (config: Config): Promise<Config> => addKeys(config, (path) => readSecret(path))

/**
 * Adds the keys, and generates missing ones. Services use it.
 *
 * @throws CannotStart when a key cannot be read or made, and while a restore has not filled object storage.
 */
export async function makeKeys(config: Config): Promise<Config> {
  // With keys in it, the data directory would no longer be empty, and the restore could not be repeated.
  if (await makesFirstKey(config)) await refuseUnfinishedObjects(config)
  await prepareDataDirectory(config)
  return addKeys(config, (path) => readOrMakeSecret(path, () => `${newInstallationKey()}\n`))
}

/** Whether the first key of a data directory has to be made. */
async function makesFirstKey({
  dataDirectory,
  economy,
  orchestrator,
  Gameservers,
}: Config): Promise<boolean> {
  const keys = [economy.key, orchestrator.key, Gameservers.Key]
  if (keys.every((key) => key !== undefined)) return false
  return access(join(dataDirectory, 'keys')).then(
    () => false,
    () => true,
  )
}

async function addKeys(config: Config, open: (path: string) => Promise<string | undefined>): Promise<Config> {
  const keyOf = async (name: MadeKey): Promise<string | undefined> => {
    const path = join(config.dataDirectory, 'keys', name)
    const text = await open(path).catch((error: Error) => {
      throw new CannotStart(`The key ${path} cannot be read or made: ${error.message}`)
    })
    const key = text?.trim()
    if (key === '')
      throw new CannotStart(`The key ${path} is empty. Remove the file: the next start makes a new key.`)
    return key
  }
  const { Gameservers, economy, orchestrator } = config
  return {
    ...config,
    economy: { ...economy, key: economy.key ?? (await keyOf('economy')) },
    orchestrator: { ...orchestrator, key: orchestrator.key ?? (await keyOf('orchestrator')) },
    // An empty key in the configuration means open access, so it is not replaced.
    Gameservers: { ...Gameservers, Key: Gameservers.Key ?? (await keyOf('gameservers')) },
  }
}
