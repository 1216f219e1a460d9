import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFolderListings, walkFolder } from './folder-listing.ts'

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'baseplate-names-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('lists every name of a folder with many files, in batches', async () => {
  const folder = emptyFolder()
  const names = Array.from({ length: 1_001 }, (_, index) => `file-${index}`)
  for (const name of names) writeFileSync(join(folder, name), '')
  const batches = await Array.fromAsync(walkFolder(folder))
  expect(batches.map(({ length }) => length)).toEqual([500, 500, 1])
  expect(new Set(batches.flat())).toEqual(new Set(names))
})

test('yields no batch without names', async () => {
  const folder = emptyFolder()
  expect(await Array.fromAsync(walkFolder(folder))).toEqual([])
  expect(await Array.fromAsync(walkFolder(join(folder, 'missing')))).toEqual([])
  for (let index = 0; index < 500; index++) writeFileSync(join(folder, `file-${index}`), '')
  expect((await Array.fromAsync(walkFolder(folder))).map(({ length }) => length)).toEqual([500])
})

test('lists only the names with a prefix', async () => {
  const folder = emptyFolder()
  for (const name of ['a-1', 'b-1', 'b-a-2']) writeFileSync(join(folder, name), '')
  expect(await Array.fromAsync(walkFolder(folder, 'a-'))).toEqual([['a-1']])
})

test('a listing has each file at once, although several are made within a tick of the clock', () => {
  const folder = emptyFolder()
  const list = createFolderListings()
  for (let index = 0; index < 300; index++) {
    const name = `file-${index}`
    writeFileSync(join(folder, name), '')
    expect(list(folder)).toContain(name)
  }
  expect(list(folder).size).toBe(300)
})

test('a folder that has just changed is read each time, because it may change again within a tick', () => {
  const folder = emptyFolder()
  const list = createFolderListings()
  const known = list(folder)
  expect(list(folder)).not.toBe(known)
})

test('a folder that has not changed for a while is read again only after a change', () => {
  const folder = emptyFolder()
  const list = createFolderListings()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000)
  const known = list(folder)
  expect(list(folder)).toBe(known)
  writeFileSync(join(folder, 'new'), '')
  expect(list(folder)).toContain('new')
})
