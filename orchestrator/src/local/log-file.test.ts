import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LogFile } from './log-file.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'log-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

test('a full file is put away, and no more than a few are kept', () => {
  const directory = folder()
  const log = new LogFile(join(directory, 'log'), { bytes: 1_000, files: 2, days: 1 })
  const file = log.openForServer('heading')
  onTestFinished(() => closeSync(file))
  for (let line = 0; line < 500; line++) {
    writeSync(file, `line ${line}\n`)
    log.rotateWhenFull()
  }
  expect(readdirSync(directory).sort()).toEqual(['log', 'log.1', 'log.2'])
  for (const name of readdirSync(directory)) {
    expect(statSync(join(directory, name)).size).toBeLessThanOrEqual(1_010)
  }
  // Nothing is lost between two files, and nothing is there twice.
  const lines = log.tail(10_000).trimEnd().split('\n')
  expect(lines.at(-1)).toBe('line 499')
  const first = Number(lines[0]?.slice(5))
  expect(lines).toEqual(Array.from({ length: 500 - first }, (_, index) => `line ${first + index}`))
  expect(log.tail(25)).toBe('line 498\nline 499\n')
})

test('a server that prints as fast as it can fills no disk', async () => {
  const directory = folder()
  const log = new LogFile(join(directory, 'log'), { bytes: 100_000, files: 3, days: 1 })
  const file = log.openForServer('heading')
  const child = spawn('yes', ['a line'], { stdio: ['ignore', file, file] })
  closeSync(file)
  const exited = once(child, 'exit')
  const kept = () =>
    readdirSync(directory)
      .filter((name) => name !== 'log')
      .map((name) => statSync(join(directory, name)).size)
  // On a busy machine it takes some turns to begin.
  for (let turn = 0; turn < 20 || kept().length < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    log.rotateWhenFull()
    expect(Math.max(0, ...kept())).toBeLessThanOrEqual(400_000)
  }
  child.kill('SIGKILL')
  await exited
  log.rotateWhenFull()
  expect(statSync(join(directory, 'log')).size).toBeLessThanOrEqual(100_000)
  expect(kept()).toHaveLength(3)
  expect(readFileSync(join(directory, 'log.1'), 'utf8')).toContain('a line\na line\n')
})

test('a place that never had a server has an empty log', () => {
  expect(new LogFile(join(folder(), 'none', 'log'), { bytes: 10, files: 1, days: 1 }).tail(100)).toBe('')
})
