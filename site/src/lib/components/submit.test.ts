import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '../..')

test('no module but submit.ts enhances forms', () => {
  const files = globSync('**/*.{svelte,ts}', { cwd: source }).filter((file) => !file.endsWith('.test.ts'))
  const own = files.filter((file) => /from '\$app\/forms'/.test(readFileSync(join(source, file), 'utf8')))
  expect(own).toEqual(['lib/components/submit.ts'])
})
