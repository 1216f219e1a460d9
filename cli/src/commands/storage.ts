import type { Config } from '@baseplate/platform/foundation/config/schema'
import { prepareDataDirectory } from '@baseplate/platform/installation/door'
import type { Files } from '@baseplate/storage/files'
import { openLocalFiles } from '@baseplate/storage/local-files/open'
import { openFiles } from '@baseplate/storage/open-files'
import { withDatabase } from './database.ts'

/** Runs a command with the product's storage of files. Needs the database where it has their names. @throws CannotStart */
export async function withFiles<T>(config: Config, work: (files: Files) => Promise<T>): Promise<T> {
  if (config.filesUrl === undefined) {
    await prepareDataDirectory(config)
    return work(await openLocalFiles(config.dataDirectory))
  }
  return withDatabase(config, async (db) => {
    const files = await openFiles(config, db)
    try {
      return await work(files)
    } finally {
      await files.close()
    }
  })
}
