import { ownMods } from '../own-mods.ts'
import { fault } from './fault.ts'

/** Characters of the engine's names of mods. */
const modName = /^[a-z0-9_]+$/

/** The paths of an archive, and the settings in its files by path. */
export interface Contents {
  paths: readonly string[]
  confs: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/**
 * Lists the mods in a folder, those of modpacks included, as the engine finds them.
 *
 * @param folder with its slash
 * @throws PlaceFileFault for a mod that the engine or the platform would refuse at the start
 */
export function listMods(contents: Contents, folder: string): string[] {
  const names = contents.paths
    .filter((path) => path.startsWith(folder) && path.indexOf('/', folder.length) > 0)
    .map((path) => path.slice(folder.length, path.indexOf('/', folder.length)))
  return [...new Set(names)].flatMap((name) =>
    name.startsWith('.') ? [] : modsIn(contents, `${folder}${name}/`, name),
  )
}

function modsIn(contents: Contents, folder: string, folderName: string): string[] {
  const { paths, confs } = contents
  if (paths.includes(`${folder}modpack.conf`) || paths.includes(`${folder}modpack.txt`))
    return listMods(contents, folder)
  const conf = `${folder}mod.conf`
  const named = confs.get(conf)?.get('name')
  const name = named ?? folderName
  const file = named === undefined ? folder.slice(0, -1) : conf
  if (!paths.includes(`${folder}init.lua`)) throw fault('mod_empty', { file: `${folder}init.lua` })
  if (!modName.test(name)) throw fault('mod_name', { file, name })
  if (ownMods.includes(name)) throw fault('mod_reserved', { file, name })
  return [name]
}
