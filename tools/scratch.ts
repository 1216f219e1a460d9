import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'

/** Data directories, PostgreSQL's and the browser's profiles, of three tests at once, with room to spare. */
const enoughBytes = 4 * 2 ** 30

/**
 * A folder for what tests write, to be removed after them: in memory where the system has room there. Tests make and
 * remove thousands of files, which on a disk takes as much of a processor as the tests themselves; none of them cuts
 * the power, which is all that a disk would do otherwise.
 */
export function makeScratch(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(memoryHasRoom() ? memory : tmpdir(), 'baseplate-scratch-'))
  // PostgreSQL's own user has to get to its data.
  chmodSync(folder, 0o755)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function memoryHasRoom(): boolean {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const [, , type, options = ''] = mounts.find((line) => line.includes(` ${memory} `))?.split(' ') ?? []
    // Game servers that tests start are scripts of theirs.
    if (type !== 'tmpfs' || options.split(',').includes('noexec')) return false
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= enoughBytes
  } catch {
    return false
  }
}
