import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Db } from '@baseplate/platform/foundation/database'
import {
  findOrMakeSecret,
  findSecret,
  listSecrets,
  readOrMakeSecret,
  readSecret,
} from '@baseplate/platform/installation/door'
import { CannotStart } from '@baseplate/service/cannot-start'

const modulusBits = 2048

/** Name of the key among the secrets of the installation. */
export const secretName = 'signing-key'
export const retiredPrefix = `${secretName}-until-`

/** Form of the names of files with keys that were replaced. */
export const retiredFile = /^signing-until-.*\.pem$/

/** The parts of the configuration that decide where the key is. */
export type KeyLocation = Pick<Config, 'dataDirectory' | 'signingKeyFile'>

/**
 * Opens the key that signs scripts: the file of `SIGNING_KEY_FILE`, or else a row of PostgreSQL, or else `keys/signing.pem`. The
 * first start makes the row or the file. A row takes over the key that is in the file.
 *
 * @param db undefined where the key is a file.
 * @throws CannotStart when the key cannot be read or made, or is not an RSA private key.
 */
export async function openSigningKey(location: KeyLocation, db: Db | undefined): Promise<KeyObject> {
  if (location.signingKeyFile !== undefined) return openFile(location.signingKeyFile, readExisting)
  const path = keyPath(location)
  if (!db) return openFile(path, (file) => readOrMakeSecret(file, makeKey))
  const pem = await findOrMakeSecret(db, secretName, async () => (await readSecret(path)) ?? makeKey())
  return parseKey(pem, 'in the database')
}

/** Whether there is a key that scripts are signed with. */
export async function hasSigningKey(location: KeyLocation, db: Db | undefined): Promise<boolean> {
  const file = location.signingKeyFile ?? keyPath(location)
  if (db && (await findSecret(db, secretName)) !== undefined) return true
  return (await readSecret(file)) !== undefined
}

/**
 * Returns the key that scripts are signed with; undefined when there is none.
 *
 * @throws CannotStart
 */
export async function findSigningKey(
  location: KeyLocation,
  db: Db | undefined,
): Promise<KeyObject | undefined> {
  if (location.signingKeyFile !== undefined) return openFile(location.signingKeyFile, readExisting)
  const stored = db && (await findSecret(db, secretName))
  if (stored !== undefined) return parseKey(stored, 'in the database')
  const path = keyPath(location)
  const pem = await readSecret(path)
  return pem === undefined ? undefined : parseKey(pem, path)
}

/** Returns the public keys that rotations have replaced, newest first: those of the database, then those of files. */
export async function retiredPublicKeys(location: KeyLocation, db: Db | undefined): Promise<string[]> {
  const folder = dirname(keyPath(location))
  const names = (await readdir(folder).catch(() => [])).filter((name) => retiredFile.test(name))
  const files = names.toSorted().toReversed()
  return [
    ...(db ? await listSecrets(db, retiredPrefix) : []).map((pem) =>
      publicPemOf(parseKey(pem, 'in the database')),
    ),
    ...(await Promise.all(
      files.map(async (name) => publicPemOf(await openFile(join(folder, name), readExisting))),
    )),
  ]
}

export const keyPath = ({ dataDirectory }: KeyLocation) => join(dataDirectory, 'keys', 'signing.pem')

export const publicPemOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()

async function readExisting(path: string): Promise<string> {
  const pem = await readSecret(path)
  if (pem === undefined) throw new Error('there is no such file')
  return pem
}

async function openFile(path: string, read: (path: string) => Promise<string>): Promise<KeyObject> {
  const pem = await read(path).catch((error: Error) => {
    throw new CannotStart(`The signing key ${path} cannot be read or made: ${error.message}`)
  })
  return parseKey(pem, path)
}

function parseKey(pem: string, where: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    // RSA-PSS keys have another type, and cannot make the signatures that clients verify.
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // The error below is clearer than OpenSSL's message.
  }
  throw new CannotStart(`The signing key ${where} is not an RSA private key in PEM form.`)
}

export async function makeKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: modulusBits })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
