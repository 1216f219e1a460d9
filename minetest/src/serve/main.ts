/**
 * Runs the server of a place: `node main.ts <place id> <port>`. Prepares the server's folder and then becomes the engine, so that the
 * orchestrator watches the engine itself. `node main.ts check` prints the path of the engine.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { placeFiles } from '../place-file/archive.ts'
import { findEngine } from './engine.ts'
import { isOfDisk, reasonOf, ServeFault } from './fault.ts'
import { fetchPlace } from './fetch.ts'
import { argumentsOf, type Folders, foldersOf, installPlace, installPlatform } from './install.ts'
import { type Run, readRun } from './run.ts'
import { unpack } from './unpack.ts'
import { restoreWorld } from './world.ts'

async function serve(engine: string, run: Run): Promise<void> {
  const folders = foldersOf(run.home)
  await prepare(run, folders)
  process.execve?.(engine, [engine, ...argumentsOf(run, folders)], process.env)
}

async function prepare(run: Run, folders: Folders): Promise<void> {
  const archive = join(run.home, 'place.zip')
  const unpacked = join(run.home, 'unpacked')
  try {
    await fetchPlace(run, archive)
    await unpack(archive, unpacked, placeFiles).catch((error) => {
      throw error instanceof ServeFault ? new ServeFault(`the file of the place: ${error.message}`) : error
    })
    await restoreWorld(run, folders)
    installPlace(unpacked, folders)
    installPlatform(run, folders)
  } finally {
    for (const path of [archive, unpacked]) rmSync(path, { recursive: true, force: true })
  }
}

try {
  const engine = findEngine()
  if (!engine) throw new ServeFault('the engine is not installed: apt install minetest-server')
  if (process.argv[2] === 'check') console.log(engine)
  else await serve(engine, readRun(process.argv.slice(2), process.env))
} catch (error) {
  const isFull = isOfDisk(error) && error.code === 'ENOSPC'
  console.error(`The server cannot start: ${isFull ? 'the disk is full' : reasonOf(error)}`)
  process.exitCode = 1
}
