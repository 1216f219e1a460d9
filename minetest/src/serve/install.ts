import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { PlaceFileFault } from '../place-file/fault.ts'
import { type Layout, layoutOf } from '../place-file/layout.ts'
import { ServeFault } from './fault.ts'
import { requireNoOwnMod } from './own-mods.ts'
import type { Run } from './run.ts'
import { settingsFile, settingsOf } from './settings.ts'

/** Folder of the package, which has the platform's mods. */
const packageFolder = join(import.meta.dirname, '../..')

/** The engine's name of the game of each place. */
const gameId = 'place'

/** Paths in the folder of a server. */
export interface Folders {
  /** The engine's own folder, with the game. */
  user: string
  game: string
  world: string
  /** The engine's configuration. */
  settings: string
}

export function foldersOf(home: string): Folders {
  const user = join(home, '.minetest')
  return {
    user,
    game: join(user, 'games', gameId),
    world: join(home, 'world'),
    settings: join(home, 'minetest.conf'),
  }
}

/** Returns the arguments with which the engine serves the place. */
export const argumentsOf = ({ port }: Run, { world, settings }: Folders): string[] => [
  ...['--config', settings, '--world', world, '--gameid', gameId, '--port', port],
  // The orchestrator keeps the log.
  ...['--logfile', '', '--color', 'never'],
]

/**
 * Puts the game of an unpacked place file where the engine finds it. The first start makes the world.
 *
 * @param unpacked a game, or a world with its game in `game/`; perhaps within one folder
 * @throws ServeFault; errors of the disk
 */
export function installPlace(unpacked: string, { user, game, world }: Folders): void {
  const { prefix, shape } = findGame(unpacked)
  const root = join(unpacked, prefix)
  const isWorld = shape === 'world'
  const found = isWorld ? join(root, 'game') : root
  if (isWorld) moveWorldMods(root, found)
  requireNoOwnMod(join(found, 'mods'))
  forgetFirstMod(join(found, 'game.conf'))
  // Files of an earlier run may have been left by another game.
  rmSync(user, { recursive: true, force: true })
  mkdirSync(join(user, 'games'), { recursive: true })
  renameSync(found, game)
  if (existsSync(world)) return
  if (isWorld) renameSync(root, world)
  else mkdirSync(world)
}

/** @throws ServeFault when there is no game */
function findGame(unpacked: string): Layout {
  const found = readdirSync(unpacked, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => !entry.isDirectory())
  try {
    return layoutOf(files.map(({ parentPath, name }) => relative(unpacked, join(parentPath, name))))
  } catch (error) {
    if (!(error instanceof PlaceFileFault)) throw error
    throw new ServeFault('the file of the place has no game: `game.conf` is missing')
  }
}

/** Mods of a world become mods of its game: only the platform's mods are mods of the world. */
function moveWorldMods(root: string, game: string): void {
  const mods = join(root, 'worldmods')
  if (!existsSync(mods)) return
  cpSync(mods, join(game, 'mods'), { recursive: true })
  rmSync(mods, { recursive: true })
}

/** Engines from 5.9 on would load such a mod before the guard. */
function forgetFirstMod(gameConf: string): void {
  const lines = readFileSync(gameConf, 'utf8').split('\n')
  const kept = lines.filter((text) => !/^\s*first_mod\s*=/.test(text))
  if (kept.length < lines.length) writeFileSync(gameConf, kept.join('\n'))
}

/** Writes what belongs to the platform: its mods, and the settings of the world and the engine. */
export function installPlatform(run: Run, { world, settings }: Folders): void {
  rmSync(join(world, 'worldmods'), { recursive: true, force: true })
  const values = settingsOf(run)
  cpSync(join(packageFolder, 'mod'), join(world, 'worldmods', 'baseplate'), { recursive: true })
  const guard = join(world, 'worldmods', 'baseplate_guard')
  cpSync(join(packageFolder, 'guard'), guard, { recursive: true })
  writeFileSync(join(guard, 'settings.txt'), Object.keys(values).join('\n'))
  writeFileSync(
    join(world, 'world.mt'),
    settingsFile({
      gameid: gameId,
      backend: 'sqlite3',
      player_backend: 'sqlite3',
      auth_backend: 'sqlite3',
      mod_storage_backend: 'sqlite3',
    }),
  )
  writeFileSync(settings, settingsFile(values))
}
