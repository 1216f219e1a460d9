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
export const isAsNamed = (named: FileReference, { size, sha256 }: Found): boolean =>
  (named.size === undefined || named.size === size) && sha256.startsWith(named.sha256 ?? '')

/** Returns what is wrong with a file, or undefined when it matches its reference. */
export async function fileFault(dataDirectory: string, named: FileReference): Promise<string | undefined> {
  const path = join(dataDirectory, named.name)
  try {
    const { size } = await stat(path)
    const sha256 = named.sha256 === undefined ? '' : await hashOf(path)
    return isAsNamed(named, { size, sha256 }) ? undefined : 'is not what the database says'
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? 'is not there' : `cannot be read: ${message}`
  }
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 512 * 1024 })) hash.update(chunk)
  return hash.digest('hex')
}
