import { expect, test } from 'vitest'
import { configured } from '../testing/doctor.ts'
import { checkMinetest, type EngineMachine } from './minetest.ts'

const engine = '/usr/lib/minetest/minetestserver'
const config = configured({ Engine: 'minetest', Name: 'Blockland' })

/** Returns a machine with the engine, on which programs print `output`; undefined: they fail. */
const machine = (output: (argv: readonly string[]) => string | undefined): EngineMachine => ({
  engine,
  run: output,
})
const version = (text: string) => machine(() => text)

test('accepts the engine of Debian 12, and later ones', () => {
  for (const text of ['Minetest 5.6.1 (Linux)', 'Luanti 5.10.0', 'Luanti 6.0.0'])
    expect(checkMinetest(config, version(text))).toMatchObject({ verdict: 'ok' })
  expect(checkMinetest(config, version('Minetest 5.6.1')).summary).toBe(
    `version 5.6 (${engine}), opened by baseplate-blockland:`,
  )
})

test('names the missing package and the command that installs it', () => {
  expect(checkMinetest(config, { ...version(''), engine: undefined })).toEqual({
    verdict: 'fault',
    summary: 'the package minetest-server is missing',
    advice: 'Install it: apt install minetest-server.',
  })
})

test('refuses an engine that is too old or does not run', () => {
  expect(checkMinetest(config, version('Minetest 5.5.1'))).toMatchObject({ verdict: 'fault' })
  expect(checkMinetest(config, version('Minetest 4.17.0'))).toMatchObject({ verdict: 'fault' })
  expect(
    checkMinetest(
      config,
      machine(() => undefined),
    ),
  ).toMatchObject({
    verdict: 'fault',
    summary: `${engine} does not run`,
  })
})

test('refuses a scheme that other programs open', () => {
  const taken = configured({ Engine: 'minetest', Client: { LauncherScheme: 'https' } })
  expect(checkMinetest(taken, version('Minetest 5.6.1'))).toMatchObject({ verdict: 'fault' })
})

test('needs no engine where makers host their own servers', () => {
  const selfhosted = configured({ Engine: 'minetest', Gameservers: { Hosting: 'Selfhosted' } })
  expect(checkMinetest(selfhosted, { ...version(''), engine: undefined })).toMatchObject({ verdict: 'ok' })
})

test('tries the program that starts servers, in the sandbox if there is one', () => {
  const asked: string[][] = []
  const trial = machine((argv) => {
    asked.push([...argv])
    return argv.includes('--version') ? 'Minetest 5.6.1' : undefined
  })
  expect(checkMinetest(config, trial)).toMatchObject({
    verdict: 'fault',
    advice: expect.stringContaining('npm ci'),
  })
  expect(asked.at(-1)).toEqual([process.execPath, '/nowhere/minetest/src/serve/main.ts', 'check'])
  const sandboxed = configured({ Engine: 'minetest', Orchestrator: { Sandbox: 'bwrap' } })
  expect(checkMinetest(sandboxed, trial)).toMatchObject({
    verdict: 'fault',
    advice: expect.stringContaining('Orchestrator.Readable'),
  })
  expect(asked.at(-1)).toEqual(expect.arrayContaining(['bwrap', '/nowhere/minetest', 'check']))
})
