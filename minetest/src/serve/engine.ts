import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Folders of Debian's packages, whose scripts in `/usr/games` would add options of their own. */
const folders = ['/usr/lib/minetest', '/usr/lib/luanti']

/** Names of the engine's programs, from before and after it was renamed. */
const servers = ['minetestserver', 'luantiserver']
const clients = ['minetest', 'luanti']

/** The folder of Debian's games, which is not in every path. */
const gamesFolder = '/usr/games'

/** Returns the folders in which this machine may have programs of the engine. */
export const programFolders = (path = process.env.PATH ?? ''): string[] => [
  ...folders,
  ...path.split(delimiter).filter(isAbsolute),
  gamesFolder,
]

/** Returns the path of the engine's server; undefined when it is not installed. */
export const findEngine = (searched: readonly string[] = programFolders()): string | undefined =>
  findProgram(searched, servers)

/** Returns the path of the engine's client; undefined when it is not installed. */
export const findClient = (searched: readonly string[] = programFolders()): string | undefined =>
  findProgram(searched, clients)

const findProgram = (searched: readonly string[], names: readonly string[]): string | undefined =>
  searched.flatMap((folder) => names.map((name) => join(folder, name))).find(canRun)

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
