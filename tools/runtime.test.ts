import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeRuntimeRun } from './runtime.mjs'

/** Stands for the Node.js from npm: it starts where it finds its library. */
const packagedNode = `#!/bin/sh
for folder in $(echo "$LD_LIBRARY_PATH" | tr : ' '); do [ -e "$folder/libatomic.so.1" ] && echo v26.10.0 && exit; done
echo 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file' >&2
exit 127
`
const machinesNode = { versions: { node: '20.1.0' }, execPath: '/usr/bin/node' }
const packaged = `node-${process.platform}-${process.arch}`

let folder: string
let checkout: string

beforeEach(async () => {
  folder = realpathSync(await mkdtemp(join(tmpdir(), 'runtime-')))
  checkout = join(folder, 'checkout')
  for (const made of [
    'programs',
    'checkout/runtime',
    'checkout/node_modules/.bin',
    `checkout/node_modules/${packaged}/bin`,
  ])
    mkdirSync(join(folder, made), { recursive: true })
  cpSync(resolve(import.meta.dirname, '../runtime/package.json'), join(checkout, 'runtime/package.json'))
  addProgram(join(checkout, `node_modules/${packaged}/bin/node`), packagedNode)
  symlinkSync(`../${packaged}/bin/node`, join(checkout, 'node_modules/.bin/node'))
  for (const name of ['sh', 'tr', 'dirname', 'readlink', 'mkdir', 'touch'])
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(folder, 'programs', name))
  vi.stubEnv('PATH', join(folder, 'programs'))
  vi.stubEnv('LD_LIBRARY_PATH', '')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

function addProgram(path: string, text: string): void {
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

const addTools = (apt: string, dpkg: string) => {
  addProgram(join(folder, 'programs/apt-get'), `#!/bin/sh\n${apt}\n`)
  addProgram(join(folder, 'programs/dpkg-deb'), `#!/bin/sh\n${dpkg}\n`)
}
const unpack = 'mkdir -p "$3/usr/lib/x" && touch "$3/usr/lib/x/libatomic.so.1"'
const version = () =>
  execFileSync(join(checkout, 'node_modules/.bin/node'), ['--version'], { encoding: 'utf8' }).trim()

test('takes a missing library from the package of the distribution', () => {
  addTools('[ "$1 $2" = "download libatomic1" ] && touch libatomic1_amd64.deb', unpack)
  expect(makeRuntimeRun(checkout, machinesNode)).toBeUndefined()
  expect(version()).toBe('v26.10.0')
})

test('fetches a list of packages where the machine has none', () => {
  addTools(
    'case "$*" in *update) touch updated;; *) [ -e updated ] && touch libatomic1_amd64.deb;; esac',
    unpack,
  )
  expect(makeRuntimeRun(checkout, machinesNode)).toBeUndefined()
  expect(version()).toBe('v26.10.0')
})

test('finds the library after the checkout was moved, and after packages were installed again', async () => {
  addTools('touch libatomic1_amd64.deb', unpack)
  makeRuntimeRun(checkout, machinesNode)
  renameSync(checkout, join(folder, 'moved'))
  checkout = join(folder, 'moved')
  expect(version()).toBe('v26.10.0')
  await rm(join(folder, 'programs/apt-get'))
  await rm(join(checkout, 'node_modules/.bin/node'))
  symlinkSync(`../${packaged}/bin/node`, join(checkout, 'node_modules/.bin/node'))
  expect(makeRuntimeRun(checkout, machinesNode)).toBeUndefined()
  expect(version()).toBe('v26.10.0')
})

test("uses the machine's Node.js if that is new enough", () => {
  const own = join(folder, 'own')
  addProgram(own, '#!/bin/sh\necho v26.0.0\n')
  expect(makeRuntimeRun(checkout, { versions: { node: '26.0.0' }, execPath: own })).toBeUndefined()
  expect(version()).toBe('v26.0.0')
})

test.each([
  ['apt-get', 'apt-get install libatomic1'],
  ['dnf', 'dnf install libatomic'],
])('names the package where %s cannot fetch it', (program, command) => {
  addProgram(join(folder, `programs/${program}`), '#!/bin/sh\n[ "$1" = --version ]\n')
  expect(makeRuntimeRun(checkout, machinesNode)).toBe(
    `Node.js 26.10.0 needs libatomic.so.1, which this machine lacks. Install it with \`${command}\` as root, or start with Node.js 26 of your own.`,
  )
})

test('says what is wrong where there is no Node.js for the machine', async () => {
  await rm(join(checkout, 'node_modules/.bin/node'))
  expect(makeRuntimeRun(checkout, machinesNode)).toMatch(
    /^Node\.js 26\.10\.0 from npm does not run here: .*ENOENT/,
  )
})
