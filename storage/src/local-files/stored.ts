import { open } from 'node:fs/promises'
import type { StoredFile } from '../stored-file.ts'
import { sendFile } from './send-file.ts'

/** Returns undefined when there is no such file. */
export async function openStored(path: string): Promise<StoredFile | undefined> {
  const file = await open(path, 'r').catch(undefinedWhenMissing)
  if (!file) return undefined
  const found = await file.stat().catch(async (error: Error) => {
    await file.close()
    throw error
  })
  if (!found.isFile()) {
    await file.close()
    return undefined
  }
  return {
    size: found.size,
    modified: found.mtimeMs,
    // Every write makes a new file, so inode, time and size identify its content.
    etag: `"${found.ino.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}-${found.size.toString(36)}"`,
    // The default buffer of 64 KiB costs a third of the throughput of large files.
    stream: (range) => file.createReadStream({ ...range, highWaterMark: 512 * 1024 }),
    send: (to, range) => sendFile(file, to, range).finally(() => file.close()),
    close: () => file.close(),
  }
}

export function undefinedWhenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
