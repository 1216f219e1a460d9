import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type AcceptedArchives, type Archive, openArchive } from '../place-file/archive.ts'
import type { FileBytes } from '../place-file/block-reader.ts'
import { PlaceFileFault } from '../place-file/fault.ts'
import { ServeFault } from './fault.ts'

/**
 * Unpacks a ZIP archive that is not trusted into a new folder, with the reader that checks uploads.
 *
 * @throws ServeFault; errors of the disk. The folder is then removed.
 */
export async function unpack(path: string, folder: string, accepted: AcceptedArchives): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const file = await open(path)
  try {
    await write(await openArchive(await bytesOf(file), accepted), folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error instanceof PlaceFileFault ? new ServeFault(messageOf(error), { cause: error.cause }) : error
  } finally {
    await file.close()
  }
}

const bytesOf = async (file: FileHandle): Promise<FileBytes> => ({
  size: (await file.stat()).size,
  async read({ start, end }) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start + 1), { position: start })
    return [buffer.subarray(0, bytesRead)]
  },
})

async function write(archive: Archive, folder: string): Promise<void> {
  for (const entry of archive.entries) {
    const path = join(folder, entry.path)
    if (entry.path.endsWith('/')) {
      await mkdir(path, { recursive: true })
      continue
    }
    await mkdir(dirname(path), { recursive: true })
    // `wx` follows no link. Only regular files are ever written, so no folder of the path is one either.
    await pipeline(archive.unpack(entry), createWriteStream(path, { flags: 'wx' }))
  }
}

/** Returns the message for the log of the server. The site has checked files of places, so makers rarely see it. */
function messageOf({ code, values }: PlaceFileFault): string {
  const [file, other] = [JSON.stringify(values.file), JSON.stringify(values.other)]
  if (code === 'too_many_entries') return `it has more than ${values.max} files`
  if (code === 'too_large_unpacked') return `it is larger than ${values.max} MB when it is unpacked`
  if (code === 'encrypted') return `${file} is encrypted`
  if (code === 'compression') return `${file} is compressed in an unknown way`
  if (code === 'link') return `${file} is no regular file`
  if (code === 'bad_name') return `the name ${file} is not allowed`
  if (code === 'same_name') return `${file} and ${other} are the same name`
  if (code === 'damaged') return `${file} is damaged`
  return 'it is no valid ZIP archive'
}
