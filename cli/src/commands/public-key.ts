import { openSigning } from '@baseplate/client-api/signing'
import type { Config } from '@baseplate/platform/foundation/config/schema'

/** Prints the public key in PEM; makes the key pair when there is none yet. */
export async function printPublicKey(config: Config): Promise<void> {
  const signing = await openSigning(config)
  process.stdout.write(signing.publicKeyPem)
}
