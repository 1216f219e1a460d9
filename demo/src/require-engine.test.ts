import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CannotStart } from '@baseplate/service/cannot-start'
import { expect, onTestFinished, test } from 'vitest'
import { requireEngine } from './require-engine.ts'

/** Returns the check on a machine with these programs only, each of which prints a line. */
async function machineWith(programs: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'engine-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, line] of Object.entries(programs))
    await writeFile(join(folder, name), `#!/bin/sh\necho '${line}'\n`, { mode: 0o755 })
  return { folder, check: () => requireEngine([folder]) }
}

test.each<[string, Record<string, string>, string]>([
  [
    'both packages',
    {},
    'The games of this demo need the packages minetest-server and minetest. Install with: sudo apt install minetest-server minetest',
  ],
  [
    'the client',
    { minetestserver: 'Minetest 5.6.1 (Linux)' },
    'The games of this demo need the package minetest. Install with: sudo apt install minetest',
  ],
  [
    'the server',
    { luanti: 'Luanti 5.10.0' },
    'The games of this demo need the package minetest-server. Install with: sudo apt install minetest-server',
  ],
])('says how to install %s', async (_, programs, message) => {
  const { check } = await machineWith(programs)
  expect(check).toThrow(new CannotStart(message))
})

test.each([
  ['server', { minetestserver: 'Minetest 5.5.1', minetest: 'Minetest 5.6.1' }, 'minetestserver', '5.5'],
  ['client', { minetestserver: 'Minetest 5.6.1', minetest: 'Minetest 4.17.0' }, 'minetest', '4.17'],
])('says which version of the %s is too old', async (_, programs, name, version) => {
  const { folder, check } = await machineWith(programs)
  expect(check).toThrow(
    `need version 5.6 of Minetest or later, such as that of Debian 12. ${join(folder, name)} has version ${version}.`,
  )
})

test('says which program does not run', async () => {
  const { folder, check } = await machineWith({ minetestserver: 'Minetest 5.6.1', minetest: '' })
  expect(check).toThrow(`${join(folder, 'minetest')} does not run`)
})

test('accepts the engine under either of its names', async () => {
  const old = await machineWith({ minetestserver: 'Minetest 5.6.1', minetest: 'Minetest 5.6.1' })
  const renamed = await machineWith({ luantiserver: 'Luanti 6.0.0', luanti: 'Luanti 5.10.0' })
  for (const { check } of [old, renamed]) expect(check).not.toThrow()
})
