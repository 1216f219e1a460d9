import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeOldFolders } from './old-folders.ts'

test('removes the folders and logs of places whose log is old and that have no server', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'old-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const now = Date.now()
  for (const [name, age] of Object.entries({ 1: 5_000, 2: 5_000, 3: 50 })) {
    mkdirSync(join(directory, 'servers', name, 'work'), { recursive: true })
    writeFileSync(join(directory, 'servers', name, 'log'), 'x')
    utimesSync(join(directory, 'servers', name, 'log'), now / 1_000, (now - age) / 1_000)
  }
  mkdirSync(join(directory, 'servers', 'no log'))
  mkdirSync(join(directory, 'servers', '4'))
  mkdirSync(join(directory, 'logs', '4'), { recursive: true })
  writeFileSync(join(directory, 'logs', '4', 'log'), 'x')
  utimesSync(join(directory, 'logs', '4', 'log'), now / 1_000, (now - 5_000) / 1_000)
  await removeOldFolders(directory, now - 1_000, (name) => name === '2')
  expect(readdirSync(join(directory, 'servers')).sort()).toEqual(['2', '3', 'no log'])
  expect(readdirSync(join(directory, 'logs'))).toEqual([])
  expect(existsSync(join(directory, 'removed'))).toBe(false)
})
