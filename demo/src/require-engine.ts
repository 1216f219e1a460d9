import { spawnSync } from 'node:child_process'
import { isTooOld, oldestVersion, versionIn } from '@baseplate/minetest/engine-version'
import { findClient, findEngine, programFolders } from '@baseplate/minetest/serve/engine'
import { CannotStart } from '@baseplate/service/cannot-start'

/** Time for a program to print its version. */
const patienceMs = 20_000

/**
 * Checks that this machine can serve games and play them.
 *
 * @param folders where the programs of the engine may be
 * @throws CannotStart with the command that installs what is missing, or the version that is too old
 */
export function requireEngine(folders: readonly string[] = programFolders()): void {
  const [engine, client] = [findEngine(folders), findClient(folders)]
  const missing = [...(engine ? [] : ['minetest-server']), ...(client ? [] : ['minetest'])]
  if (missing.length > 0) {
    throw new CannotStart(
      `The games of this demo need ${missing.length === 1 ? 'the package' : 'the packages'} ${missing.join(' and ')}. Install with: sudo apt install ${missing.join(' ')}`,
    )
  }
  for (const program of [engine, client]) if (program) requireVersion(program)
}

function requireVersion(program: string): void {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: patienceMs })
  const version = versionIn(stdout ?? '')
  const oldest = oldestVersion.join('.')
  if (!version) throw new CannotStart(`${program} does not run, and the games of this demo need it.`)
  if (!isTooOld(version)) return
  throw new CannotStart(
    `The games of this demo need version ${oldest} of Minetest or later, such as that of Debian 12. ${program} has version ${version.join('.')}.`,
  )
}
