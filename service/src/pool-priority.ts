import { readdir, readFile } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'

/** Name of the threads in Node's pool, which libuv starts with the first work. */
const poolThread = 'libuv-worker'

/**
 * Makes the threads of Node's pool yield to the event loop. They hash passwords, each of which takes a processor for 20 ms: with as
 * many hashes as processors, every other request would wait for them. Does nothing where threads have no priorities of their own, or
 * a sandbox forbids setting them.
 */
export async function lowerPoolPriority(): Promise<void> {
  if (process.platform !== 'linux') return
  const priority = Math.max(constants.priority.PRIORITY_BELOW_NORMAL, getPriority())
  for (const thread of await readdir('/proc/self/task')) {
    const name = await readFile(`/proc/self/task/${thread}/comm`, 'utf8').catch(() => '')
    if (name.trim() !== poolThread) continue
    try {
      // Linux takes the id of a thread where POSIX has that of a process (setpriority(2)).
      setPriority(Number(thread), priority)
    } catch {}
  }
}
