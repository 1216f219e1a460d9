import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder beside a place's log and working directory that holds what its server is handed. */
const FOLDER = 'access'

/** Files with secrets for one server each. */
export function createHandOver(folderOf: (placeId: number) => string) {
  const remove = (placeId: number) => rm(join(folderOf(placeId), FOLDER), { recursive: true, force: true })
  return {
    /** Replaces what the place's last server was handed; see `Driver.handOver`. */
    async write<Name extends string>(
      placeId: number,
      contents: Partial<Record<Name, string>>,
    ): Promise<Partial<Record<Name, string>>> {
      await remove(placeId)
      const paths: Partial<Record<Name, string>> = {}
      for (const name of Object.keys(contents) as Name[]) {
        const folder = join(folderOf(placeId), FOLDER)
        await mkdir(folder, { recursive: true, mode: 0o700 })
        paths[name] = join(folder, name)
        await writeFile(paths[name], contents[name] ?? '', { flag: 'wx', mode: 0o600 })
      }
      return paths
    },
    remove,
  }
}
