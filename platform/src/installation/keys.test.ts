import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '../config/load.ts'
import type { ConfigInput } from '../config/schema.ts'
import type { Config } from '../foundation/config/schema.ts'
import { makeKeys, withKeys } from './keys.ts'

async function configured(written: ConfigInput = {}, environment: Record<string, string> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'keys-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const config = parseConfig(written, { BASEPLATE_DATA: directory, ...environment }, '/nowhere')
  return { config, directory }
}

const keysOf = ({ Gameservers, economy, orchestrator }: Config) => ({
  gameservers: Gameservers.Key,
  economy: economy.key,
  orchestrator: orchestrator.key,
})

test('makes a missing key once, readable by its owner only', async () => {
  const { config, directory } = await configured()
  expect((await withKeys(config)).Gameservers.Key).toBeUndefined()
  expect(await readdir(directory)).toEqual([])
  const started = await Promise.all(Array.from({ length: 5 }, () => makeKeys(config)))
  const keys = started.map(keysOf)
  expect(new Set(keys.map((one) => JSON.stringify(one))).size).toBe(1)
  const [made = {}] = keys
  expect(new Set(Object.values(made)).size).toBe(3)
  for (const [name, key] of Object.entries(made)) {
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const file = join(directory, 'keys', name)
    expect(await readFile(file, 'utf8')).toBe(`${key}\n`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(file, '..'))).mode & 0o777).toBe(0o700)
  }
  expect(keysOf(await makeKeys(config))).toEqual(made)
  expect(keysOf(await withKeys(config))).toEqual(made)
})

test('prefers keys in the environment to those in the data directory', async () => {
  const { config, directory } = await configured({}, { ECONOMY_KEY: 'one', ORCHESTRATOR_KEY: 'other' })
  await makeKeys(config)
  await writeFile(join(directory, 'keys', 'economy'), 'something else')
  expect(keysOf(await makeKeys(config))).toMatchObject({ economy: 'one', orchestrator: 'other' })
  expect(await readdir(join(directory, 'keys'))).toEqual(expect.not.arrayContaining(['orchestrator']))
})

test.each(['', 'a key of the operator'])('keeps the key that the operator sets: %j', async (Key) => {
  const { config, directory } = await configured({ Gameservers: { Key } })
  expect((await makeKeys(config)).Gameservers.Key).toBe(Key)
  expect(await readdir(join(directory, 'keys'))).not.toContain('gameservers')
})

test('an empty or unreadable key file stops the start with one sentence', async () => {
  const { config, directory } = await configured()
  const file = join(directory, 'keys', 'gameservers')
  await mkdir(join(file, '..'))
  await writeFile(file, '\n')
  await expect(makeKeys(config)).rejects.toThrow(`The key ${file} is empty. Remove the file`)
  await rm(file)
  await mkdir(file)
  await expect(withKeys(config)).rejects.toThrow(`The key ${file} cannot be read or made: EISDIR`)
})
