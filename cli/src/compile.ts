/** Loads the modules that the product runs on, so that even the first start finds them compiled. */
import { glob } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import './compile-cache.mjs'

const root = resolve(import.meta.dirname, '../..')
const parts = [
  'cli/src/program.ts',
  'cli/src/commands/*.ts',
  'platform/src/**/*.ts',
  'renderer/src/**/*.ts',
  'service/src/**/*.ts',
  'storage/src/**/*.ts',
  'client-api/src/**/*.ts',
]
for await (const file of glob(parts, { cwd: root, exclude: ['**/*.test.ts', '**/testing/**'] })) {
  await import(join(root, file))
}
flushCompileCache()
