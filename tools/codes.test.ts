import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { codesFile, describeCodes } from './codes.ts'

test('the page of codes matches the texts and the reasons (`node tools/codes.ts` writes it)', async () => {
  expect(await readFile(codesFile, 'utf8')).toBe(describeCodes())
})
