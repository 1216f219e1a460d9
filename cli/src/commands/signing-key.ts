import { refuseLostSigningKey } from '@baseplate/client-api/known-signing-key'
import {
  activateSigningKey,
  prepareSigningKey,
  rollBackSigningKey,
} from '@baseplate/client-api/rotate-signing-key'
import { openSigningKey, publicPemOf, retiredPublicKeys } from '@baseplate/client-api/signing-key'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Database } from '@baseplate/platform/foundation/database'
import { createTotpKey } from '@baseplate/platform/sign-in/door'
import { hasSqlite } from '@baseplate/storage/restoring'
import type { Kysely } from 'kysely'
import { print } from '../print.ts'
import { withDatabase } from './database.ts'

/**
 * `baseplate public-key`: prints the public key in PEM, after creating the key pair if there is none.
 *
 * @param retired prints the keys that were replaced instead, newest first
 */
export async function printPublicKey(
  config: Config,
  { retired = false }: { retired?: boolean },
): Promise<void> {
  if (config.databaseUrl !== undefined || (await hasSqlite(config.dataDirectory)))
    await withDatabase(config, (db) => refuseLostSigningKey(config, db, config.databaseUrl !== undefined))
  const pems = await withKeyDatabase(config, async (db) =>
    retired ? retiredPublicKeys(config, db) : [publicPemOf(await openSigningKey(config, db))],
  )
  await print(pems.join(''))
}

/** `baseplate signing-key prepare`: prints the public key that clients need before `activate`. */
export async function prepareKey(config: Config): Promise<void> {
  const publicKeyPem = await withKeyDatabase(config, (db) => prepareSigningKey(config, db))
  process.stderr.write(
    'Nothing has changed yet. Give clients this public key beside the current one, then run `baseplate signing-key activate`.\n',
  )
  await print(publicKeyPem)
}

/** `baseplate signing-key activate`: prints the public key that signs from the next start on. */
export const activateKey = (config: Config): Promise<void> =>
  replaceKey(config, activateSigningKey, '`baseplate signing-key rollback` is the way back')

/** `baseplate signing-key rollback`: prints the public key that signs from the next start on. */
export const rollBackKey = (config: Config): Promise<void> =>
  replaceKey(config, rollBackSigningKey, 'Another rollback undoes this one')

/** `baseplate signing-key rotate`: prepares and activates a key at once, as for one that was stolen. */
export async function rotateKey(config: Config): Promise<void> {
  await withKeyDatabase(config, (db) => prepareSigningKey(config, db))
  await activateKey(config)
}

async function replaceKey(
  config: Config,
  replace: typeof activateSigningKey,
  wayBack: string,
): Promise<void> {
  const { publicKeyPem, retired } = await withKeyDatabase(config, (db) => replace(config, db))
  process.stderr.write(
    `Restart the site to sign with this key. The key before it is stored as ${retired}. ${wayBack}.\n`,
  )
  await print(publicKeyPem)
}

/**
 * `baseplate keys --replace-lost`: makes the keys of the platform that are gone, for good.
 *
 * @throws CannotStart
 */
export async function replaceLostKeys(config: Config): Promise<void> {
  await withKeyDatabase(config, (db) => openSigningKey(config, db))
  await withDatabase(config, (db) => createTotpKey({ db, config }).makeLost())
}

/** Runs a command with the database, if it has the signing key. */
const withKeyDatabase = <T>(
  config: Config,
  work: (db: Kysely<Database> | undefined) => Promise<T>,
): Promise<T> =>
  config.databaseUrl === undefined || config.signingKeyFile !== undefined
    ? work(undefined)
    : withDatabase(config, work)
