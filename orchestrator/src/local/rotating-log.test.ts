import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RotatingLog, readTail } from './rotating-log.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'log-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

const logIn = (directory: string) =>
  new RotatingLog(join(directory, 'log'), { bytes: 1_000, files: 2, days: 1 })

test('rotates full files, removes the oldest, and loses no line in between', async () => {
  const directory = folder()
  const log = logIn(directory)
  for (let line = 0; line < 500; line++) await log.append(Buffer.from(`line ${line}\n`))
  await log.close()
  expect(readdirSync(directory).sort()).toEqual(['log', 'log.1', 'log.2'])
  for (const name of readdirSync(directory)) {
    expect(statSync(join(directory, name)).size).toBeLessThanOrEqual(1_000)
  }
  const path = join(directory, 'log')
  const lines = (await readTail(path, 2, 10_000)).trimEnd().split('\n')
  const first = Number(lines[0]?.slice(5))
  expect(lines).toEqual(Array.from({ length: 500 - first }, (_, index) => `line ${first + index}`))
  expect(lines.at(-1)).toBe('line 499')
  expect(await readTail(path, 2, 25)).toBe('line 498\nline 499\n')
})

test('splits a chunk that is larger than a file', async () => {
  const directory = folder()
  const log = logIn(directory)
  await log.append(Buffer.alloc(10_500, 'x'))
  await log.close()
  const sizes = readdirSync(directory).map((name) => statSync(join(directory, name)).size)
  expect(sizes.sort()).toEqual([1_000, 1_000, 500].sort())
})

test('limits the size of a log even if a file cannot be renamed', async () => {
  const directory = folder()
  mkdirSync(join(directory, 'log.1', 'within'), { recursive: true })
  mkdirSync(join(directory, 'log.2', 'within'), { recursive: true })
  const log = new RotatingLog(join(directory, 'log'), { bytes: 1_000, files: 1, days: 1 })
  for (let line = 0; line < 500; line++) await log.append(Buffer.from(`line ${line}\n`))
  await log.close()
  expect(statSync(join(directory, 'log')).size).toBeLessThanOrEqual(1_000)
  expect(readFileSync(join(directory, 'log'), 'utf8')).toMatch(/line 499\n$/)
})

test('returns nothing for a place that never had a server', async () => {
  expect(await readTail(join(folder(), 'none', 'log'), 1, 100)).toBe('')
})
