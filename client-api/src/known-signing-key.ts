import { createHash, type KeyObject } from 'node:crypto'
import type { Db } from '@baseplate/platform/foundation/database'
import { findSecret, setSecret } from '@baseplate/platform/installation/door'
import { CannotStart } from '@baseplate/service/cannot-start'
import { findSigningKey, hasSigningKey, type KeyLocation, publicPemOf } from './signing-key.ts'

/** Name of the hash of the public key that the last start had. */
const knownName = 'signing-key-known'

/**
 * Refuses to make a new key in place of one that is gone, because clients trust no other.
 *
 * @throws CannotStart
 */
export async function refuseLostSigningKey(location: KeyLocation, db: Db, isStored: boolean): Promise<void> {
  if (location.signingKeyFile !== undefined) return
  if ((await findSecret(db, knownName)) === undefined) return
  if (await hasSigningKey(location, isStored ? db : undefined)) return
  throw new CannotStart(
    'The key that signs scripts is gone, and clients trust no other. Restore it from a backup (keys/signing.pem). ' +
      '`baseplate keys --replace-lost` makes a new one, for which clients have to be built again.',
  )
}

const hashOf = (key: KeyObject): string => createHash('sha256').update(publicPemOf(key)).digest('hex')

/** Remembers the key that scripts are signed with. */
export async function rememberSigningKey(db: Db, key: KeyObject): Promise<void> {
  const hash = hashOf(key)
  if ((await findSecret(db, knownName)) !== hash) await setSecret(db, knownName, hash)
}

/**
 * Whether the next start signs with another key than the last one.
 *
 * @throws CannotStart when the key cannot be read.
 */
export async function isSigningKeyReplaced(
  location: KeyLocation,
  db: Db,
  isStored: boolean,
): Promise<boolean> {
  const known = await findSecret(db, knownName)
  const key = await findSigningKey(location, isStored ? db : undefined)
  return known !== undefined && key !== undefined && hashOf(key) !== known
}
