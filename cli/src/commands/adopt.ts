import type { Config } from '@baseplate/platform/foundation/config/schema'
import { adoptDataDirectory } from '@baseplate/platform/installation/door'
import { adoptObjects } from '@baseplate/storage/s3-files/refuse-lost'
import { print } from '../print.ts'
import { withDatabase } from './database.ts'

/** `baseplate adopt`: docs/operating/backup.md#a-missing-disk. @throws CannotStart */
export async function adopt(config: Config): Promise<void> {
  await withDatabase(config, (db) => adoptDataDirectory(config, db))
  await adoptObjects(config)
  await print(`The platform goes on with what is in ${config.filesUrl ?? config.dataDirectory}.\n`)
}
