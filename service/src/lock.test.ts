import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { acquireLock } from './lock.ts'

function lockFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'lock')
}

test('names the process that holds a lock, until it is released', () => {
  const path = lockFile()
  const first = acquireLock(path)
  expect(acquireLock(path)).toEqual({ holder: process.pid })
  if ('release' in first) first.release()
  const second = acquireLock(path)
  expect(second).toHaveProperty('release')
  if ('release' in second) second.release()
})

test('throws when the file cannot be opened', () => {
  expect(() => acquireLock('/nowhere/lock')).toThrow('unable to open database file')
})
