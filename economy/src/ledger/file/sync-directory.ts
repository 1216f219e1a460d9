import { mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Makes the names in a directory survive a power failure. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Makes a directory with its parents. Their names survive a power failure. */
export async function makeDirectory(path: string, mode?: number): Promise<void> {
  const first = await mkdir(path, { recursive: true, ...(mode !== undefined && { mode }) })
  if (first === undefined) return
  let made = resolve(path)
  await syncDirectory(dirname(made))
  while (made !== resolve(first)) {
    made = dirname(made)
    await syncDirectory(dirname(made))
  }
}
