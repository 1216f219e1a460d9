import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CannotStart } from '@baseplate/service/cannot-start'
import type { Files } from '@baseplate/storage/files'
import { openLocalFiles } from '@baseplate/storage/local-files/open'
import { beforeEach, expect, test } from 'vitest'
import { loadScripts } from './load.ts'

let data: string
let files: Files

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'baseplate-scripts-'))
  await mkdir(join(data, 'scripts'))
  files = await openLocalFiles(data)
  return () => rm(data, { recursive: true })
})

test('prefers the operator’s template to the built-in one of the same name', async () => {
  const builtIn = await loadScripts(files)
  await writeFile(join(data, 'scripts', 'studio.lua'), 'visit(_BASE_URL)')
  const own = await loadScripts(files)
  expect(own.studio({ _BASE_URL: 'http://x' })).toBe('visit("http://x")')
  const values = { _BASE_URL: 'http://x', _PLACE_ID: 0 }
  expect(own.visit(values)).toBe(builtIn.visit(values))
})

test('reads templates at start only', async () => {
  const started = await loadScripts(files)
  await writeFile(join(data, 'scripts', 'studio.lua'), 'changed()')
  expect(started.studio({ _BASE_URL: 'http://x' })).not.toBe('changed()')
})

test('refuses to start with a broken template, and names the line', async () => {
  await writeFile(join(data, 'scripts', 'host.lua'), 'print(1)\nprint(_USERNAME)')
  const starting = loadScripts(files)
  await expect(starting).rejects.toBeInstanceOf(CannotStart)
  await expect(starting).rejects.toThrow(
    `The script scripts/host.lua is broken, line 2: _USERNAME is unknown here`,
  )
})

test('refuses to start with a template that cannot be read', async () => {
  const unreadable = async () => Promise.reject(new Error('EACCES: permission denied'))
  await expect(loadScripts({ open: unreadable })).rejects.toThrow(
    new CannotStart('The script scripts/join.lua cannot be read: EACCES: permission denied'),
  )
})
