import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findEngine } from '@baseplate/minetest/serve/engine'
import { CannotStart } from '@baseplate/service/cannot-start'

/** Names of the engine's client, from before and after it was renamed. Debian has games in a folder that is not in every path. */
const clients = ['minetest', 'luanti']
const gamesFolder = '/usr/games'

/**
 * Checks that this machine can serve games and play them.
 *
 * @throws CannotStart with the command that installs what is missing
 */
export function requireEngine(path = process.env.PATH ?? ''): void {
  const folders = [...path.split(delimiter), gamesFolder]
  const hasClient = folders.some((folder) => clients.some((name) => canRun(join(folder, name))))
  const missing = [...(findEngine(path) ? [] : ['minetest-server']), ...(hasClient ? [] : ['minetest'])]
  if (missing.length === 0) return
  throw new CannotStart(
    `The games of this demo need ${missing.length === 1 ? 'the package' : 'the packages'} ${missing.join(' and ')}. Install with: sudo apt install ${missing.join(' ')}`,
  )
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
