import { findClient, findEngine } from '@baseplate/minetest/serve/engine'
import { CannotStart } from '@baseplate/service/cannot-start'

/**
 * Checks that this machine can serve games and play them.
 *
 * @throws CannotStart with the command that installs what is missing
 */
export function requireEngine(path = process.env.PATH ?? ''): void {
  const missing = [
    ...(findEngine(path) ? [] : ['minetest-server']),
    ...(findClient(path) ? [] : ['minetest']),
  ]
  if (missing.length === 0) return
  throw new CannotStart(
    `The games of this demo need ${missing.length === 1 ? 'the package' : 'the packages'} ${missing.join(' and ')}. Install with: sudo apt install ${missing.join(' ')}`,
  )
}
