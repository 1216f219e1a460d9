import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { privateMode } from '../ledger/file/private-mode.ts'
import { syncDirectory } from '../ledger/file/sync-directory.ts'

const chunkBytes = 1 << 20

/** Saves the end of a ledger file durably in a file beside it. Returns that file's path, which has the offset in its name. */
export async function saveRest(
  ledgerFile: string,
  file: Pick<FileHandle, 'read'>,
  offset: number,
): Promise<string> {
  const path = `${ledgerFile}.cut-${offset}-${Date.now()}`
  const saved = await open(path, 'wx', privateMode)
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes)
    for (let at = offset; ; ) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
      if (bytesRead === 0) break
      await saved.appendFile(buffer.subarray(0, bytesRead))
      at += bytesRead
    }
    await saved.datasync()
  } finally {
    await saved.close()
  }
  await syncDirectory(dirname(ledgerFile))
  return path
}
