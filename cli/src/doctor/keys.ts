import { isSigningKeyReplaced, refuseLostSigningKey } from '@baseplate/client-api/known-signing-key'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import { createTotpKey, findAnyTotpSecret } from '@baseplate/platform/sign-in/door'
import { CannotStart } from '@baseplate/service/cannot-start'
import type { Kysely } from 'kysely'
import { isUpToDate } from '../backup/is-up-to-date.ts'
import { openExistingSnapshot } from '../database/existing.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

/** Checks that clients and accounts still have the keys that they depend on. */
export async function checkKeys(config: Config): Promise<Finding> {
  const { databaseUrl: url, dataDirectory } = config
  const snapshot = await openExistingSnapshot<Database>({ url, dataDirectory }).catch(() => undefined)
  if (!snapshot) return ok('made by the first start')
  try {
    if (!isUpToDate(snapshot)) return ok('checked once the database is up to date')
    const isStored = url !== undefined
    await refuseLostSigningKey(config, snapshot.db, isStored)
    if (!(await isTotpKeyRight(config, snapshot.db))) {
      return fault(
        'the key for authenticator apps is not the one that apps were set up with',
        'Restore keys/totp from a backup. Until then, their codes count as wrong.',
      )
    }
    return (await isSigningKeyReplaced(config, snapshot.db, isStored))
      ? warning(
          'the next start signs scripts with another key than the last one',
          'Restart the site once clients trust the new key: docs/operating/keys.md.',
        )
      : ok('those of the last start')
  } catch (error) {
    if (error instanceof CannotStart) return fault(error.message, 'The site does not start until then.')
    throw error
  } finally {
    await snapshot.close()
  }
}

/** @throws CannotStart when the key is gone */
async function isTotpKeyRight(config: Config, db: Kysely<Database>): Promise<boolean> {
  const stored = await findAnyTotpSecret(db)
  if (!stored) return true
  return (await createTotpKey({ db, config }).decrypt(stored.user_id, stored.secret)) !== undefined
}
