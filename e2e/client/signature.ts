import { verify } from 'node:crypto'

/** The build of a client, which determines how it verifies scripts. */
export interface Verifying {
  /** PEM. */
  publicKey: string
  hash?: 'sha1' | 'sha256'
  tag?: string
}

/**
 * Returns the script of a signed response, as a client reads it: `--<tag>%<base64>%`, then the signed text: a newline
 * and the script.
 *
 * @throws Error when the signature is missing or by another key
 */
export function openSigned(
  response: string,
  { publicKey, hash = 'sha1', tag = 'rbxsig' }: Verifying,
): string {
  const prefix = `--${tag}%`
  const end = response.indexOf('%', prefix.length)
  if (!response.startsWith(prefix) || end === -1) throw new Error('the script is not signed')
  const signature = Buffer.from(response.slice(prefix.length, end), 'base64')
  const signed = response.slice(end + 1)
  if (!verify(hash, Buffer.from(signed), publicKey, signature)) {
    throw new Error('the script is not signed by this key')
  }
  return signed.slice(signed.indexOf('\n') + 1)
}
