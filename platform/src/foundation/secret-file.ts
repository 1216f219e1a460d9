import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Reads a secret, or makes it first: mode 0600, in a folder of mode 0700.
 *
 * Of two processes that start at once, one puts its secret in place and both go on with that one.
 */
export async function readOrMakeSecret(path: string, make: () => string | Promise<string>): Promise<string> {
  const found = await readSecret(path)
  if (found !== undefined) return found
  await makeSecret(path, await make())
  return readFile(path, 'utf8')
}

/** Undefined while there is no such file. */
export async function readSecret(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function makeSecret(path: string, secret: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const whole = `${path}.${randomUUID()}`
  try {
    const file = await open(whole, 'wx', 0o600)
    try {
      await file.writeFile(secret)
      await file.sync()
    } finally {
      await file.close()
    }
    // Unlike a rename, a link fails when there is a file already.
    await link(whole, path).catch(undefinedWhenThere)
  } finally {
    await rm(whole, { force: true })
  }
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function undefinedWhenThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
