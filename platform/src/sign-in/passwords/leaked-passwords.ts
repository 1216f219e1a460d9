import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@baseplate/service/log'
import type { Config } from '../../foundation/config/schema.ts'
import { InvalidFields } from '../../foundation/errors.ts'

/** Bytes that are read at once to find the line after a position. No line is longer than a third of it. */
const probeBytes = 256

/** Maximum size of a stretch of the sorted file that is read as a whole. */
const stretchBytes = 8_192

const line = /^([0-9A-F]{40}):(\d+)$/

export interface CheckingLeaks {
  config: Pick<Config, 'Security'>
  log: Logger
}

/**
 * Refuses a new password that is in the operator's list of leaked ones. A list that cannot be read refuses nothing.
 *
 * @param field name of the form's password field.
 * @throws InvalidFields at that field.
 */
export async function refuseLeakedPassword(
  { config, log }: CheckingLeaks,
  password: string,
  field: string,
): Promise<void> {
  const path = config.Security.LeakedPasswords
  if (path === undefined) return
  const isLeaked = await isLeakedPassword(path, password).catch((error: unknown) => {
    log.error(
      { err: error },
      'the list of leaked passwords cannot be read, so a new password was not checked',
    )
    return false
  })
  if (isLeaked) throw new InvalidFields({ [field]: 'accounts.password_leaked' })
}

/**
 * Returns whether a password is in a list in the format of Have I Been Pwned. The list is a folder with a file for each five digits
 * at the start of a SHA-1 hash, or one file of whole hashes in ascending order. Reads one file of the folder, or a few kilobytes of
 * the single file.
 *
 * @throws when the list cannot be read.
 */
export async function isLeakedPassword(path: string, password: string): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  return (await stat(path)).isDirectory() ? isInFolder(path, hash) : isInFile(path, hash)
}

/** Ranges are named `21BD1.txt`, as the official downloader does, or `21BD1`. */
async function isInFolder(folder: string, hash: string): Promise<boolean> {
  const prefix = hash.slice(0, 5)
  const range = await readFile(join(folder, `${prefix}.txt`), 'utf8').catch(() =>
    readFile(join(folder, prefix), 'utf8'),
  )
  return linesOf(range).some((suffix) => isSeen(prefix + suffix, hash))
}

async function isInFile(path: string, hash: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { start, end } = await narrow(file, hash, size)
    const stretch = await read(file, start, end - start)
    return linesOf(stretch).some((found) => isSeen(found, hash))
  } finally {
    await file.close()
  }
}

/** Returns a short stretch of whole lines. It includes the line of the hash, if the file has one. */
async function narrow(file: FileHandle, hash: string, size: number): Promise<{ start: number; end: number }> {
  let start = 0
  let end = size
  while (end - start > stretchBytes) {
    const middle = Math.floor((start + end) / 2)
    const probe = await read(file, middle, probeBytes)
    const [, next = ''] = probe.split('\n')
    const found = hashOf(next)
    const at = middle + probe.indexOf('\n') + 1
    if (found <= hash) start = at
    if (found > hash) end = at
  }
  return { start, end }
}

async function read(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.toString('latin1', 0, bytesRead)
}

const linesOf = (text: string) => text.split('\n').filter((each) => each.trim() !== '')

/** Padding in downloaded ranges has hashes with a count of 0. */
const isSeen = (text: string, hash: string): boolean => {
  const { found, count } = parse(text)
  return found === hash && count > 0
}

const hashOf = (text: string): string => parse(text).found

function parse(text: string): { found: string; count: number } {
  const [, found, count] = line.exec(text.trim().toUpperCase()) ?? []
  if (found === undefined) throw new Error('a line is not a SHA-1 hash and a count')
  return { found, count: Number(count) }
}
