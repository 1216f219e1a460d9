import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { publicPemOf } from './signing-key.ts'

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
  /** Returns the signature of a text alone, in base64. */
  signatureOf(text: string): Promise<string>
}

export function createSigning(key: KeyObject, { Hash, Tag }: Config['Signing']): Signing {
  // The form with a callback signs in the thread pool, without blocking the event loop.
  const signBytes = promisify<string, Buffer, KeyObject, Buffer>(sign)
  const signatureOf = async (text: string) =>
    (await signBytes(Hash, Buffer.from(text), key)).toString('base64')
  return {
    publicKeyPem: publicPemOf(key),
    async sign(script, assetId) {
      const signed = `${assetId === undefined ? '' : `--rbxassetid%${assetId}%`}\n${script}`
      return `--${Tag}%${await signatureOf(signed)}%${signed}`
    },
    signatureOf,
  }
}
