import type { FileHandle } from 'node:fs/promises'
import type { LogFile } from '../ledger/file/file-log.ts'

/** How a batch is written: completely, or partly before the disk fails; the cut may fail too. */
export type Disk = 'works' | 'fails' | 'fails twice'

/** A file on a disk that accepts half of a write before it fails, and may fail to cut it off once. */
export function failing(file: FileHandle, nextDisk: () => Promise<Disk>): LogFile {
  let disk: Disk = 'works'
  let cutsFailed = 0
  return {
    write: async (bytes: Buffer, offset: number) => {
      disk = await nextDisk()
      if (disk === 'works') return file.write(bytes, offset)
      await file.write(bytes, offset, (bytes.length - offset) >>> 1)
      throw new Error('EIO')
    },
    truncate: async (size: number) => {
      if (disk === 'fails twice' && cutsFailed++ % 2 === 0) throw new Error('EIO')
      return file.truncate(size)
    },
    datasync: () => file.datasync(),
  } as LogFile
}
