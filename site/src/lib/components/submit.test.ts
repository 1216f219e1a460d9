import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '../..')

/** Imports of the functions that enhance forms. `deserialize` only reads the response of an action. */
const enhancing = /import \{[^}]*\b(enhance|applyAction)\b[^}]*\} from '\$app\/forms'/

test('no module but submit.ts enhances forms', () => {
  const files = globSync('**/*.{svelte,ts}', { cwd: source }).filter((file) => !file.endsWith('.test.ts'))
  const own = files.filter((file) => enhancing.test(readFileSync(join(source, file), 'utf8')))
  expect(own).toEqual(['lib/components/submit.ts'])
})
