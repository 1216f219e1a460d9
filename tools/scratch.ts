import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'

/** Enough for the data directories, PostgreSQL data and browser profiles of three tests at once. */
const enoughBytes = 4 * 2 ** 30

/**
 * Creates a folder for the files of tests, and returns how to remove it. The folder is in memory where there is enough
 * room. Tests create and remove thousands of files, which costs as much processor time on a disk as the tests
 * themselves. No test cuts the power, so none needs a disk.
 */
export function makeScratch(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(memoryHasRoom() ? memory : tmpdir(), 'baseplate-scratch-'))
  // PostgreSQL's own user must be able to reach its data.
  chmodSync(folder, 0o755)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function memoryHasRoom(): boolean {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const [, , type, options = ''] = mounts.find((line) => line.includes(` ${memory} `))?.split(' ') ?? []
    // Tests write scripts that act as game servers, and run them from this folder.
    if (type !== 'tmpfs' || options.split(',').includes('noexec')) return false
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= enoughBytes
  } catch {
    return false
  }
}
