import { randomUUID } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder, syncFolder } from '@baseplate/storage/local-files/receive'

/**
 * Reads a secret. Creates it first if it is missing, with mode 0600 in a folder of mode 0700.
 *
 * Two processes that start at once use the same secret.
 */
export async function readOrMakeSecret(path: string, make: () => string | Promise<string>): Promise<string> {
  const found = await readSecret(path)
  if (found !== undefined) return found
  await makeSecret(path, await make())
  return readFile(path, 'utf8')
}

/** Returns undefined while there is no such file, including where a folder above it is a file. */
export async function readSecret(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

async function makeSecret(path: string, secret: string): Promise<void> {
  await makeFolder(dirname(path), 0o700)
  const whole = `${path}.${randomUUID()}`
  try {
    const file = await open(whole, 'wx', 0o600)
    try {
      await file.writeFile(secret)
      await file.sync()
    } finally {
      await file.close()
    }
    // Unlike a rename, a link fails when the file exists.
    await link(whole, path).catch(ignoreExisting)
  } finally {
    await rm(whole, { force: true })
  }
  await syncFolder(dirname(path))
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
