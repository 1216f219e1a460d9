import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownMods } from '../own-mods.ts'
import { ServeFault } from './fault.ts'

/** A line of `mod.conf` that gives the mod a name of the platform's mods, in any notation of the engine. */
const reservedName = new RegExp(`^\\s*(name\\s*=\\s*)?(${ownMods.join('|')})\\s*$`, 'm')

/**
 * Checks that no mod of a game has the name of one of the platform's mods. The engine would load mods in another order then.
 *
 * @param folder the game's mods
 * @throws ServeFault
 */
export function requireNoOwnMod(folder: string): void {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const isReserved = entry.isDirectory()
      ? ownMods.some((name) => name === entry.name)
      : entry.name === 'mod.conf' && reservedName.test(readFileSync(path, 'utf8'))
    if (isReserved)
      throw new ServeFault(`${path.slice(folder.length + 1)}: mods cannot be named ${ownMods.join(' or ')}`)
  }
}
