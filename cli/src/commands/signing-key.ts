import {
  openSigningKey,
  publicPemOf,
  retiredPublicKeys,
  rotateSigningKey,
} from '@baseplate/client-api/signing-key'
import type { Database } from '@baseplate/platform/database'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Kysely } from 'kysely'
import { print } from '../print.ts'
import { withDatabase } from './database.ts'

/**
 * `baseplate public-key`: prints the public key in PEM, after creating the key pair if there is none.
 *
 * @param retired prints the keys that `signing-key rotate` replaced instead, newest first
 */
export async function printPublicKey(
  config: Config,
  { retired = false }: { retired?: boolean },
): Promise<void> {
  const pems = await withKeyDatabase(config, async (db) =>
    retired ? retiredPublicKeys(config, db) : [publicPemOf(await openSigningKey(config, db))],
  )
  await print(pems.join(''))
}

/** `baseplate signing-key rotate`: prints the new public key. */
export async function rotateKey(config: Config): Promise<void> {
  const { publicKeyPem, retired } = await withKeyDatabase(config, (db) => rotateSigningKey(config, db))
  process.stderr.write(
    `The old key is stored at ${retired}. Give the new public key to your clients, then restart the site to sign with it.\n`,
  )
  await print(publicKeyPem)
}

/** Runs a command with the database, if it has the signing key. */
const withKeyDatabase = <T>(
  config: Config,
  work: (db: Kysely<Database> | undefined) => Promise<T>,
): Promise<T> =>
  config.databaseUrl === undefined || config.signingKeyFile !== undefined
    ? work(undefined)
    : withDatabase(config, work)
