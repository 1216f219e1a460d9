import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Folders of Debian's packages, whose scripts in `/usr/games` would add options of their own. */
const folders = ['/usr/lib/minetest', '/usr/lib/luanti']

/** Names of the engine's server, from before and after it was renamed. */
const names = ['minetestserver', 'luantiserver']

/** Returns the path of the engine's server; undefined when it is not installed. */
export function findEngine(path = process.env.PATH ?? ''): string | undefined {
  const searched = [...folders, ...path.split(delimiter).filter(isAbsolute), '/usr/games']
  return searched.flatMap((folder) => names.map((name) => join(folder, name))).find(canRun)
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
