import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** Notes its arguments, and installs programs that make what each step is to make. */
const npm = `#!/bin/sh
echo "$*" >> ../npm-calls
[ -e ../npm-hangs ] && { mkdir -p node_modules; touch node_modules/.package-lock.json ../npm-hangs/begun; exec sleep 600; }
[ "$1" = ci ] && rm -rf node_modules
mkdir -p node_modules/.bin node_modules/finished-by-script && touch node_modules/.package-lock.json
for name in node svelte-kit vite cp; do
  printf '#!/bin/sh\\necho "$*" >> "$checkout/../step-calls"
mkdir -p "$checkout/.prepared/compile-cache" "$checkout/texts/src" "$checkout/client/src"
mkdir -p "$checkout/site/build/client" "$checkout/site/node_modules/\\$app"
mkdir -p "$checkout/docs/reference"
touch "$checkout/docs/reference/codes.md" "$checkout/docs/reference/configuration-keys.md"
touch "$checkout/docs/reference/classic-calls.md"
touch "$checkout/texts/src/keys.ts" "$checkout/client/src/schema.ts" "$checkout/site/build/handler.js"
touch "$checkout/.prepared/openapi.json" "$checkout/site/build/openapi.json" "$checkout/site/node_modules/\\$app/tsconfig.json"
' > node_modules/.bin/$name
  chmod +x node_modules/.bin/$name
done
`

let folder: string
let checkout: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prepare-'))
  checkout = join(folder, 'checkout')
  for (const made of ['programs', 'checkout/tools', 'checkout/runtime', 'checkout/site'])
    mkdirSync(join(folder, made), { recursive: true })
  for (const tool of ['prepare.mjs', 'fingerprint.mjs', 'runtime.mjs'])
    cpSync(resolve(import.meta.dirname, tool), join(checkout, 'tools', tool))
  writeFileSync(join(checkout, 'package.json'), '{"workspaces":["runtime"]}')
  writeFileSync(join(checkout, 'package-lock.json'), '{}')
  writeFileSync(join(checkout, 'runtime/package.json'), '{}')
  writeFileSync(join(folder, 'programs/npm'), npm)
  chmodSync(join(folder, 'programs/npm'), 0o755)
})
afterEach(() => rm(folder, { recursive: true }))

const env = () => ({ PATH: `${join(folder, 'programs')}:${process.env.PATH}`, checkout })
const script = () => join(checkout, 'tools/prepare.mjs')
const calls = () => {
  const file = join(folder, 'npm-calls')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

/** Returns the arguments of the steps since the last time. */
function steps(): string[] {
  const file = join(folder, 'step-calls')
  if (!existsSync(file)) return []
  const all = readFileSync(file, 'utf8').trim().split('\n')
  rmSync(file)
  return all
}

/** Prepares the checkout. Returns how npm was called meanwhile. */
function prepare(...args: string[]): string[] {
  const before = calls().length
  execFileSync(process.execPath, [script(), ...args], { env: env(), stdio: 'pipe' })
  return calls().slice(before)
}

const product = expect.stringMatching(/^ci .*--workspace=cli --workspace=site --workspace=runtime$/)
const everything = expect.stringMatching(/^ci (?!.*--workspace)/)
const added = expect.stringMatching(/^install --no-save (?!.*--workspace)/)

test('installs only what the product needs, once', () => {
  expect(prepare('product')).toEqual([product])
  expect(prepare('product')).toEqual([])
})

test('adds the tools to an installed product, and the product finds them enough', () => {
  prepare('product')
  expect(prepare()).toEqual([added])
  expect(prepare()).toEqual([])
  expect(prepare('product')).toEqual([])
})

test('installs everything at once for tests of a new checkout', () => {
  expect(prepare()).toEqual([everything])
  expect(prepare('product')).toEqual([])
})

test.each([
  ['package-lock.json', '{"changed":true}'],
  ['runtime/package.json', '{"changed":true}'],
])('installs again after a change of %s', (file, text) => {
  prepare()
  writeFileSync(join(checkout, file), text)
  expect(prepare('product')).toEqual([product])
  expect(prepare()).toEqual([added])
})

test('installs again when the installed packages are gone', async () => {
  prepare()
  await rm(join(checkout, 'node_modules'), { recursive: true })
  expect(prepare()).toEqual([everything])
})

test('runs the scripts of the packages that may, after the installation', () => {
  writeFileSync(
    join(checkout, 'package.json'),
    '{"workspaces":["runtime"],"allowScripts":{"finished-by-script":true,"not-installed":true,"refused":false}}',
  )
  expect(prepare()).toEqual([
    expect.stringMatching(/^ci .*--ignore-scripts/),
    expect.stringMatching(/^rebuild .* finished-by-script$/),
  ])
  expect(prepare()).toEqual([])
})

test.each([
  ['a first installation', () => {}],
  ['the addition of tools', () => prepare('product')],
])('starts over after %s was killed', async (_, begin) => {
  begin()
  mkdirSync(join(folder, 'npm-hangs'))
  const killed = spawn(process.execPath, [script()], { env: env(), stdio: 'ignore', detached: true })
  await expect.poll(() => existsSync(join(folder, 'npm-hangs/begun')), { timeout: 30_000 }).toBe(true)
  process.kill(-(killed.pid ?? 0), 'SIGKILL')
  await once(killed, 'close')
  await rm(join(folder, 'npm-hangs'), { recursive: true })
  expect(prepare()).toEqual([everything])
})

test('describes the API again after a change of its code, and not after one of a test', () => {
  const folderOfCode = join(checkout, 'platform/src')
  mkdirSync(folderOfCode, { recursive: true })
  prepare()
  expect(steps()).toContain('tools/openapi.ts')
  writeFileSync(join(folderOfCode, 'rules.test.ts'), 'changed')
  prepare()
  expect(steps()).not.toContain('tools/openapi.ts')
  writeFileSync(join(folderOfCode, 'rules.ts'), 'changed')
  prepare()
  expect(steps()).toContain('tools/openapi.ts')
})
