import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, sign } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { CannotStart } from '@baseplate/platform/foundation/errors'
import { readOrMakeSecret, readSecret, replaceSecret } from '@baseplate/platform/foundation/secret-file'

const modulusBits = 2048

/** Signs scripts, so that clients run only scripts of this platform. */
export interface Signing {
  /** The key that clients are built with, to verify scripts: SPKI in PEM form. */
  publicKeyPem: string
  /**
   * Returns the signed form of a script: docs/reference/client-protocol.md#signature.
   *
   * @param assetId id of a script asset, which the signature covers too.
   */
  sign(script: string, assetId?: number): Promise<string>
}

/**
 * Reads the signing key of the data directory, or makes one at the first start.
 *
 * @throws CannotStart when the key cannot be read or made, or is not an RSA private key.
 */
export async function openSigning(config: Pick<Config, 'dataDirectory' | 'Signing'>): Promise<Signing> {
  const key = await openKey(keyPath(config))
  const { Hash, Tag } = config.Signing
  // The form with a callback signs in the thread pool, without blocking the event loop.
  const signBytes = promisify<string, Buffer, KeyObject, Buffer>(sign)
  return {
    publicKeyPem: publicPemOf(key),
    async sign(script, assetId) {
      const signed = `${assetId === undefined ? '' : `--rbxassetid%${assetId}%`}\n${script}`
      const signature = await signBytes(Hash, Buffer.from(signed), key)
      return `--${Tag}%${signature.toString('base64')}%${signed}`
    },
  }
}

/**
 * Replaces the signing key. The old key stays beside it, to verify scripts that it signed. `signing.pem` is valid at every
 * moment. A site signs with the new key after its next start.
 *
 * @returns the new public key, and the path of the old key.
 * @throws CannotStart when there is no key to replace, or the new one cannot be written.
 */
export async function rotateSigningKey(
  config: Pick<Config, 'dataDirectory'>,
): Promise<{ publicKeyPem: string; retired: string }> {
  const path = keyPath(config)
  if ((await readSecret(path)) === undefined)
    throw new CannotStart(`There is no signing key at ${path} yet. The first start makes one.`)
  await openKey(path)
  const pem = await makeKey()
  const retired = join(dirname(path), `signing-until-${new Date().toISOString().replaceAll(':', '')}.pem`)
  try {
    await replaceSecret(path, pem, retired)
  } catch (error) {
    throw new CannotStart(`The signing key ${path} cannot be replaced: ${(error as Error).message}`)
  }
  return { publicKeyPem: publicPemOf(createPrivateKey(pem)), retired }
}

/** Returns the public keys that rotations have replaced, newest first. */
export async function retiredPublicKeys(config: Pick<Config, 'dataDirectory'>): Promise<string[]> {
  const folder = dirname(keyPath(config))
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^signing-until-.*\.pem$/.test(name))
  return Promise.all(
    names
      .toSorted()
      .toReversed()
      .map(async (name) => publicPemOf(await openKey(join(folder, name)))),
  )
}

const keyPath = ({ dataDirectory }: Pick<Config, 'dataDirectory'>) =>
  join(dataDirectory, 'keys', 'signing.pem')

const publicPemOf = (key: KeyObject) =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()

async function openKey(path: string): Promise<KeyObject> {
  const pem = await readOrMakeSecret(path, makeKey).catch((error: Error) => {
    throw new CannotStart(`The signing key ${path} cannot be read or made: ${error.message}`)
  })
  try {
    const key = createPrivateKey(pem)
    // RSA-PSS keys have another type, and cannot make the signatures that clients verify.
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // The error below is clearer than OpenSSL's message.
  }
  throw new CannotStart(`The signing key ${path} is not an RSA private key in PEM form.`)
}

async function makeKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: modulusBits })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
