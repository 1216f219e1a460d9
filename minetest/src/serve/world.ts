import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AcceptedArchives } from '../place-file/archive.ts'
import { fetchWorld } from './fetch.ts'
import type { Folders } from './install.ts'
import type { Run } from './run.ts'
import { unpack } from './unpack.ts'

/** The world of a large game has a few hundred files. It has never been on a system that ignores case. */
const worlds: AcceptedArchives = { entries: 100_000, bytes: 20_000_000_000, portableNames: false }

/**
 * Replaces the local world if the site has a newer one. An empty archive is a world that its maker has cleared.
 *
 * @throws ServeFault; errors of the disk
 */
export async function restoreWorld(run: Run, { world }: Folders): Promise<void> {
  const note = join(run.home, 'world.json')
  const archive = join(run.home, 'world.zip')
  const after = existsSync(world) ? numberIn(note) : 0
  const number = await fetchWorld(run, after, archive)
  if (number === undefined) return
  const restored = join(run.home, 'restored')
  await unpack(archive, restored, worlds)
  rmSync(archive)
  rmSync(world, { recursive: true, force: true })
  if (readdirSync(restored).length > 0) renameSync(restored, world)
  else rmSync(restored, { recursive: true })
  // If the process dies before this line, the next start restores the world again.
  writeFileSync(`${note}.new`, JSON.stringify({ number }))
  renameSync(`${note}.new`, note)
  console.log(`the world is stored world ${number}`)
}

/** Returns the number of the stored world that the local one continues; 0: none. */
function numberIn(note: string): number {
  try {
    const { number } = JSON.parse(readFileSync(note, 'utf8'))
    return Number.isSafeInteger(number) ? number : 0
  } catch {
    return 0
  }
}
