import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeConfiguration, keysFile } from './configuration.ts'

test('the page of configuration keys matches the schema (`node tools/configuration.ts` writes it)', async () => {
  expect(await readFile(keysFile, 'utf8')).toBe(await describeConfiguration())
})
