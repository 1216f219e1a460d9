import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/**
 * Packs the folder of a game as makers upload it: a ZIP archive with `game.conf` at its top. Equal files make equal archives,
 * whenever and wherever they are packed.
 *
 * @throws errors of the files
 */
export async function packGame(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  // Archives store local times without a zone.
  const attributes = { mode: 0o100644, mtime: new Date(2000, 0, 1), forceDosTimestamp: true }
  const zip = new ZipFile()
  for (const file of files.sort()) {
    zip.addBuffer(await readFile(file), relative(folder, file).replaceAll(sep, '/'), attributes)
  }
  zip.end()
  return buffer(zip.outputStream)
}
