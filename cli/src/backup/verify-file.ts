import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileReference } from '@baseplate/platform/foundation/file-reference'

interface Found {
  /** Bytes. */
  size: number
  /** Hex. */
  sha256: string
}

/** Whether a file has the size and hash of its reference. */
export const matchesReference = (reference: FileReference, { size, sha256 }: Found): boolean =>
  (reference.size === undefined || reference.size === size) && sha256.startsWith(reference.sha256 ?? '')

/** Returns what is wrong with a file, or undefined when it matches its reference. */
export async function fileFault(
  dataDirectory: string,
  reference: FileReference,
): Promise<string | undefined> {
  const path = join(dataDirectory, reference.name)
  try {
    const { size } = await stat(path)
    const sha256 = reference.sha256 === undefined ? '' : await hashOf(path)
    return matchesReference(reference, { size, sha256 }) ? undefined : 'does not match the database'
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? 'is missing' : `cannot be read: ${message}`
  }
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 512 * 1024 })) hash.update(chunk)
  return hash.digest('hex')
}
