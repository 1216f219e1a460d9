import { glob, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { describeCodes } from './codes.ts'

const root = resolve(import.meta.dirname, '..')

test('describes a code with its status, its English message and its arguments', () => {
  const lines = describeCodes().split('\n')
  expect(lines).toContain('| `places.not_found` | 404 | `Place not found` |  |')
  expect(lines).toContainEqual(
    expect.stringMatching(/^\| `tokens\.scope_missing` \| 403 \| .*\{scope\}.* \| `scope` \|$/),
  )
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
