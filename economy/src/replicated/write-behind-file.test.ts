import { constants, readFileSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Chain } from '../ledger/file/chain.ts'
import { temporaryLedger } from '../testing/service.ts'
import { WriteBehindFile } from './write-behind-file.ts'

/** Opens a file whose disk can hang and fail. `resume` lets the waiting write go on. */
async function openHanging(path = temporaryLedger()) {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND)
  onTestFinished(() => file.close())
  const { promise: resumed, resolve: resume, reject: fail } = Promise.withResolvers<void>()
  const write = async (bytes: Buffer, at: number) => {
    await resumed
    return file.write(bytes, at)
  }
  const hanging = { fd: file.fd, read: file.read.bind(file), write } as unknown as FileHandle
  return { path, file: hanging, lines: new WriteBehindFile(hanging), resume, fail }
}

async function readAt(lines: WriteBehindFile, position: number, length: number): Promise<string> {
  const later = Buffer.alloc(length)
  const { bytesRead } = await lines.read(later, 0, length, position)
  const now = Buffer.alloc(length)
  expect(lines.readSync(now, 0, length, position)).toBe(bytesRead)
  expect(now.equals(later)).toBe(true)
  return later.toString('utf8', 0, bytesRead)
}

test('reads lines that a hanging disk has not taken, and writes them in order when it goes on', async () => {
  const { path, lines, resume } = await openHanging()
  lines.append(Buffer.from('first\n'), 0)
  const flushed = lines.flush()
  lines.append(Buffer.from('second\n'), 6)
  lines.append(Buffer.from('third\n'), 13)
  expect(lines.waitingBytes).toBe(19)
  expect(statSync(path).size).toBe(0)
  expect(await readAt(lines, 0, 6)).toBe('first\n')
  expect(await readAt(lines, 8, 3)).toBe('con')
  // A read across the end returns fewer bytes, as at the end of a file.
  expect(await readAt(lines, 13, 100)).toBe('third\n')
  expect(await readAt(lines, 19, 100)).toBe('')

  resume()
  await flushed
  expect(readFileSync(path, 'utf8')).toBe('first\nsecond\nthird\n')
  expect(lines.waitingBytes).toBe(0)
  expect(await readAt(lines, 6, 7)).toBe('second\n')
})

test('writes the lines as they were appended, although the caller reuses its buffer', async () => {
  const { path, lines, resume } = await openHanging()
  const reused = Buffer.from('first\n')
  lines.append(reused, 0)
  reused.write('other\n')
  expect(await readAt(lines, 0, 6)).toBe('first\n')
  resume()
  await lines.flush()
  expect(readFileSync(path, 'utf8')).toBe('first\n')
})

test('writes lines that are added after a flush of no lines', async () => {
  const { path, lines, resume } = await openHanging()
  resume()
  await lines.flush()
  lines.append(Buffer.from('first\n'), 0)
  await lines.flush()
  expect(readFileSync(path, 'utf8')).toBe('first\n')
})

test('writes lines once, although several flushes wait for them', async () => {
  const { path, lines, resume } = await openHanging()
  lines.append(Buffer.from('first\n'), 0)
  const flushes = [lines.flush(), lines.flush()]
  resume()
  await Promise.all(flushes)
  expect(readFileSync(path, 'utf8')).toBe('first\n')
  expect(lines.waitingBytes).toBe(0)
})

test('accepts no further lines after a failed write, or when more than 64 MiB wait', async () => {
  const { file, lines, fail } = await openHanging()
  const half = Buffer.alloc(32 << 20)
  lines.append(half, 0)
  lines.append(half, half.length)
  const all = 2 * half.length
  expect(() => lines.append(Buffer.from('\n'), all)).toThrow('the disk of the copy hangs')
  const flushed = lines.flush()
  fail(new Error('EIO'))
  await expect(flushed).rejects.toThrow('EIO')
  // A second write could repeat a part of the first one.
  const written = vi.spyOn(file, 'write')
  await expect(lines.flush()).rejects.toThrow('EIO')
  expect(written.mock.calls.length).toBe(0)
  expect(() => lines.append(Buffer.from('\n'), all)).toThrow('EIO')
})

test('the running hash beside a file never covers lines that the file does not have', async () => {
  const { path, lines, resume } = await openHanging()
  const chain = await Chain.beside(path)
  const block = Buffer.alloc(4096, '\n')
  lines.append(block, 0)
  chain.add(block)
  const saved = chain.save(() => lines.flush())
  await setImmediate()
  expect((await Chain.beside(path)).storedBytes).toBe(0)
  resume()
  await saved
  expect((await Chain.beside(path)).storedBytes).toBe(4096)
})
