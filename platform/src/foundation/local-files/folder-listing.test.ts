import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { walkFolder } from './folder-listing.ts'

test('lists every name of a folder with many files, in batches', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'baseplate-names-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const names = Array.from({ length: 1_001 }, (_, index) => `file-${index}`)
  for (const name of names) writeFileSync(join(folder, name), '')
  const batches = await Array.fromAsync(walkFolder(folder))
  expect(batches.map(({ length }) => length)).toEqual([500, 500, 1])
  expect(new Set(batches.flat())).toEqual(new Set(names))
})
