import { chmodSync, constants, mkdirSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkFolders } from '../driver.ts'
import type { Isolation } from '../isolation/open.ts'
import { passageMode } from './make-folder.ts'
import { runProgram } from './run-program.ts'

/** Bytes that are read of a file. */
const textBytesMax = 1_000

/** Returns the folder that a place's servers run in, and may write. */
const workFolder = (placeFolder: string): string => join(placeFolder, 'work')

/** Makes the folder of a place's servers. @param own gives it to the user that servers run as */
export function makeWorkFolder(placeFolder: string, own: (path: string) => void): string {
  const work = workFolder(placeFolder)
  mkdirSync(work, { recursive: true })
  chmodSync(placeFolder, passageMode)
  own(work)
  return work
}

interface WorkFoldersOptions {
  folderOf: (placeId: number) => string
  isolation: Isolation
  /** Variables of programs. */
  environment: Readonly<Record<string, string>>
}

export const openWorkFolders = ({ folderOf, isolation, environment }: WorkFoldersOptions): WorkFolders => ({
  run: (placeId, argv) =>
    runProgram(`world-${placeId}`, argv, { isolation, environment, work: workFolder(folderOf(placeId)) }),
  readText: (placeId, name) => readText(join(workFolder(folderOf(placeId)), name)),
  writeText: (placeId, name, text) => writeText(folderOf(placeId), name, text, isolation.own),
})

/** Returns the beginning of a file of a server; undefined: there is none, or it is a link, a pipe or a folder. */
async function readText(path: string): Promise<string | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined)
  if (!file) return undefined
  try {
    if (!(await file.stat()).isFile()) return undefined
    const { buffer, bytesRead } = await file.read(Buffer.alloc(textBytesMax), 0, textBytesMax, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Replaces a file in the folder of a place's servers. It is written outside of that folder, in which a server could turn it into a link
 * to another file.
 *
 * @param own gives a file to the user that servers run as
 */
async function writeText(
  placeFolder: string,
  name: string,
  text: string,
  own: (path: string) => void,
): Promise<void> {
  const temporary = join(placeFolder, `${name}.new`)
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  own(temporary)
  const work = workFolder(placeFolder)
  await rename(temporary, join(work, name))
  const folder = await open(work)
  await folder.sync().finally(() => folder.close())
}
