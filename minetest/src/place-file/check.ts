import { type Archive, type Entry, openArchive, placeFiles } from './archive.ts'
import type { FileBytes } from './block-reader.ts'
import { parseConf } from './conf.ts'
import { fault } from './fault.ts'
import { gameConfOf, type Layout, layoutOf, modFoldersOf } from './layout.ts'
import { listMods } from './mods.ts'

/** Maximum bytes of a settings file. */
const confBytes = 64 * 1024

/** Maximum length of the name of a game, and of its version. */
const nameLength = 100
const versionLength = 40

/** Settings of games and mods that the platform reads. */
const readSettings: ReadonlySet<string> = new Set(['name', 'title', 'version', 'release'])

/** A place file that a server can run. */
export interface PlaceFile extends Layout {
  /** From `game.conf`: its title, or its name. Null: none. */
  name: string | null
  /** The maker's own version, from `game.conf`. Null: none. */
  version: string | null
  /** Names of all mods. */
  mods: string[]
}

/**
 * Checks that a file is a game of the engine that servers can unpack, by unpacking all of it. Memory grows with the number of entries only.
 *
 * @throws PlaceFileFault; errors of the file
 */
export async function checkPlaceFile(file: FileBytes): Promise<PlaceFile> {
  const archive = await openArchive(file, placeFiles)
  const paths = archive.entries.map(({ path }) => path)
  const layout = layoutOf(paths)
  const gameConf = gameConfOf(layout)
  const confs = await readConfs(
    archive,
    (path) => path === gameConf || modFoldersOf(layout).some((folder) => isModConf(path, folder)),
  )
  const mods = modFoldersOf(layout).flatMap((folder) => listMods({ paths, confs }, folder))
  if (mods.length === 0) throw fault('no_mods', { folder: modFoldersOf(layout)[0] ?? '' })
  const conf = confs.get(gameConf)
  return {
    ...layout,
    name: lineOf(conf, ['title', 'name'], nameLength),
    version: lineOf(conf, ['version', 'release'], versionLength),
    mods,
  }
}

const isModConf = (path: string, folder: string) => path.startsWith(folder) && path.endsWith('/mod.conf')

/** Unpacks all entries, and parses the settings files among them. */
async function readConfs(
  archive: Archive,
  isConf: (path: string) => boolean,
): Promise<Map<string, Map<string, string>>> {
  const confs = new Map<string, Map<string, string>>()
  for (const entry of archive.entries) {
    if (isConf(entry.path)) confs.set(entry.path, await readConf(archive, entry))
    else for await (const _ of archive.unpack(entry));
  }
  return confs
}

async function readConf(archive: Archive, entry: Entry): Promise<Map<string, string>> {
  if (entry.size > confBytes) throw fault('conf_unreadable', { file: entry.path })
  const bytes = Buffer.concat(await Array.fromAsync(archive.unpack(entry)))
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.includes('\0')) throw fault('conf_unreadable', { file: entry.path })
    return parseConf(text, readSettings)
  } catch {
    throw fault('conf_unreadable', { file: entry.path })
  }
}

/** Returns the first of these settings that has a value, in one line of limited length. */
function lineOf(
  conf: ReadonlyMap<string, string> | undefined,
  names: readonly string[],
  maxLength: number,
): string | null {
  const value = names.map((name) => conf?.get(name)).find((found) => found)
  const line = value?.replace(/[\p{C}\s]+/gu, ' ').trim()
  return line ? line.slice(0, maxLength).toWellFormed() : null
}
