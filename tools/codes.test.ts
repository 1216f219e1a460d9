import { glob, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { codesFile, describeCodes } from './codes.ts'

const root = resolve(import.meta.dirname, '..')

test('the page of codes matches the texts and the reasons (`node tools/codes.ts` writes it)', async () => {
  expect(await readFile(codesFile, 'utf8')).toBe(describeCodes())
})

test('schemas of incoming data name their errors by code', async () => {
  const exclude = ['**/*.test.ts', '**/testing/**', 'platform/src/{.,foundation,*}/config{.ts,/**}']
  const withTexts: string[] = []
  for await (const file of glob('platform/src/**/*.ts', { cwd: root, exclude })) {
    const source = await readFile(resolve(root, file), 'utf8')
    if (/from 'zod'/.test(source) && /\b(error|message): ['"`]/.test(source)) withTexts.push(file)
  }
  expect(withTexts).toEqual([])
})
