import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Name of the folder with the files for a place's server. It is beside the working directory. */
const accessFolder = 'access'

/**
 * Writes files with secrets, each for one server.
 *
 * @param own gives a file or folder to the user that servers run as
 */
export function createHandOver(placeFolderOf: (placeId: number) => string, own: (path: string) => void) {
  const folderOf = (placeId: number) => join(placeFolderOf(placeId), accessFolder)
  const remove = (placeId: number) => rm(folderOf(placeId), { recursive: true, force: true })
  return {
    folderOf,
    /** Replaces the files of the place's last server; see `Driver.handOver`. */
    async write<Name extends string>(
      placeId: number,
      contents: Partial<Record<Name, string>>,
    ): Promise<Partial<Record<Name, string>>> {
      await remove(placeId)
      const paths: Partial<Record<Name, string>> = {}
      for (const name of Object.keys(contents) as Name[]) {
        const folder = folderOf(placeId)
        await mkdir(folder, { recursive: true, mode: 0o700 })
        own(folder)
        paths[name] = join(folder, name)
        await writeFile(paths[name], contents[name] ?? '', { flag: 'wx', mode: 0o600 })
        own(paths[name])
      }
      return paths
    },
    remove,
  }
}
