import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import { hasSharedServerKey } from '@baseplate/platform/places/door'
import { isUpToDate } from '../backup/is-up-to-date.ts'
import { openExistingSnapshot } from '../database/existing.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

/** Checks that place files and server tickets need a key, which is the same one on all machines. */
export async function checkPlaceFiles(config: Config): Promise<Finding> {
  const { Key } = config.Gameservers
  if (Key === undefined) return ok('behind a key that the first start creates')
  if (!(await isShared(config)))
    return fault(
      'Gameservers.Key differs from that of the site that started last',
      'Set the same Gameservers.Key for all sites, and restart them. Without it, each uses keys/gameservers of its data directory.',
    )
  return Key === ''
    ? warning(
        'Gameservers.Key is empty: files and server tickets of public places are open to everyone',
        'Remove the key from the configuration. The next start makes one.',
      )
    : ok('behind a key')
}

async function isShared(config: Config): Promise<boolean> {
  const { databaseUrl: url, dataDirectory } = config
  if (url === undefined) return true
  const snapshot = await openExistingSnapshot<Database>({ url, dataDirectory }).catch(() => undefined)
  if (!snapshot) return true
  try {
    return !isUpToDate(snapshot) || (await hasSharedServerKey({ db: snapshot.db, config }))
  } finally {
    await snapshot.close()
  }
}
