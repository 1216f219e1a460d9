import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeConfiguration, keysFile } from './configuration.ts'

test('the page of all keys is what the schema says; `node tools/configuration.ts` makes it so', async () => {
  expect(await readFile(keysFile, 'utf8')).toBe(await describeConfiguration())
})
