import { openSigning, retiredPublicKeys, rotateSigningKey } from '@baseplate/client-api/signing'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { print } from '../print.ts'

/**
 * `baseplate public-key`: prints the public key in PEM, after creating the key pair if there is none.
 *
 * @param retired prints the keys that `signing-key rotate` replaced instead, newest first
 */
export async function printPublicKey(
  config: Config,
  { retired = false }: { retired?: boolean },
): Promise<void> {
  const pems = retired ? await retiredPublicKeys(config) : [(await openSigning(config)).publicKeyPem]
  await print(pems.join(''))
}

/** `baseplate signing-key rotate`: prints the new public key. */
export async function rotateKey(config: Config): Promise<void> {
  const { publicKeyPem, retired } = await rotateSigningKey(config)
  process.stderr.write(
    `The old key is stored at ${retired}. Give the new public key to your clients, then restart the site to sign with it.\n`,
  )
  await print(publicKeyPem)
}
