import { fault } from './fault.ts'

/** Where the game of a place file is. */
export interface Layout {
  /** `game`: the file is a game. `world`: it is a world with its game in `game/`. */
  shape: 'game' | 'world'
  /** The folder that has everything, with its slash, as in archives of GitHub. Servers unpack its content. Empty: none. */
  prefix: string
}

/** Files that macOS adds to archives. */
const isAddition = (path: string) => path.startsWith('__MACOSX/') || /(^|\/)\.DS_Store$/.test(path)

/**
 * Finds the game in an archive by the paths of its files.
 *
 * @throws PlaceFileFault
 */
export function layoutOf(paths: readonly string[]): Layout {
  const files = paths.filter((path) => !path.endsWith('/') && !isAddition(path))
  const tops = new Set(files.map((path) => path.split('/', 1)[0]))
  const [top] = tops
  for (const prefix of ['', ...(tops.size === 1 ? [`${top}/`] : [])]) {
    if (files.includes(`${prefix}game.conf`)) return { shape: 'game', prefix }
    if (!files.includes(`${prefix}world.mt`)) continue
    if (files.includes(`${prefix}game/game.conf`)) return { shape: 'world', prefix }
    throw fault('no_game_in_world', { file: `${prefix}game/game.conf` })
  }
  throw fault('no_game', {})
}

/** Paths of the folders with mods, each with its slash. */
export const modFoldersOf = ({ shape, prefix }: Layout): string[] =>
  shape === 'game' ? [`${prefix}mods/`] : [`${prefix}game/mods/`, `${prefix}worldmods/`]

export const gameConfOf = ({ shape, prefix }: Layout): string =>
  shape === 'game' ? `${prefix}game.conf` : `${prefix}game/game.conf`
