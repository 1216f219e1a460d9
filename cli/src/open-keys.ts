import type { KeyObject } from 'node:crypto'
import { refuseLostSigningKey, rememberSigningKey } from '@baseplate/client-api/known-signing-key'
import { openSigningKey } from '@baseplate/client-api/signing-key'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Platform } from '@baseplate/platform/platform'
import { hasTotpSecrets } from '@baseplate/platform/sign-in/door'

/**
 * Opens the keys of the site, and returns the one that signs scripts. A key that is missing is made only while nothing depends on it.
 *
 * @throws CannotStart
 */
export async function openKeys(
  config: Config,
  { db, totpKey }: Pick<Platform, 'db' | 'totpKey'>,
): Promise<KeyObject> {
  // Without its file, the key for authenticator apps is made at its first use.
  if (config.totpKeyFile !== undefined || (await hasTotpSecrets(db))) await totpKey.open()
  const isStored = config.databaseUrl !== undefined
  await refuseLostSigningKey(config, db, isStored)
  const key = await openSigningKey(config, isStored ? db : undefined)
  await rememberSigningKey(db, key)
  return key
}
