import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Ports that this process was given. Some are not in use yet. */
const given = new Set<number>()

/**
 * Returns a free port below the range of outgoing connections (from 32768 on Linux), which might take it before the caller. No two calls
 * return the same one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_768)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const listens = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (listens) await new Promise((resolve) => probe.close(resolve))
  return listens
}
