import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, sign } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { CannotStart } from '@baseplate/platform/foundation/errors'
import { readOrMakeSecret, readSecret, replaceSecret } from '@baseplate/platform/foundation/secret-file'

const modulusBits = 2048

/** Signs scripts, so that clients run those of this platform and no others. */
export interface Signing {
  /** SPKI, PEM: what a client is built with to verify our scripts. */
  publicKeyPem: string
  /**
   * The signed response for a script: `--<tag>%<base64 signature>%` and the text that was signed, which is the script
   * after a newline, and before that `--rbxassetid%<id>%` for a script that is an asset.
   */
  sign(script: string, assetId?: number): Promise<string>
}

/**
 * Reads `keys/signing.pem` of the data directory, or makes it at first start.
 *
 * @throws CannotStart when it cannot be read or made, or is something else than an RSA private key.
 */
export async function openSigning(config: Pick<Config, 'dataDirectory' | 'Signing'>): Promise<Signing> {
  const key = await openKey(keyPath(config))
  const { Hash, Tag } = config.Signing
  // With a callback the thread pool signs, and the event loop goes on.
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
 * Replaces the signing key. The old one stays beside it, so that scripts it has signed can be verified. There is a valid
 * `signing.pem` at every moment. Sites sign with the new key after their next start.
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
    // Keys for RSA-PSS are another type: they cannot sign the way that clients verify.
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // The sentence below says it better than OpenSSL does.
  }
  throw new CannotStart(`The signing key ${path} is not an RSA private key in PEM form.`)
}

async function makeKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: modulusBits })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
