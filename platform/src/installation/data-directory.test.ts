import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '../config/load.ts'
import type { ConfigInput } from '../config/schema.ts'
import { recordCuts } from '../testing/power-cut.ts'
import { prepareDataDirectory } from './data-directory.ts'

/** Prepares a data directory that other users can read. Returns the modes of what is in it. */
async function modesAfter(Orchestrator: ConfigInput['Orchestrator'] = {}): Promise<Record<string, string>> {
  const directory = await mkdtemp(join(tmpdir(), 'modes-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await chmod(directory, 0o755)
  for (const folder of ['economy', 'orchestrator']) {
    await mkdir(join(directory, folder))
    await chmod(join(directory, folder), 0o755)
  }
  await writeFile(join(directory, 'baseplate.sqlite'), '')
  await chmod(join(directory, 'baseplate.sqlite'), 0o644)
  await prepareDataDirectory(parseConfig({ Orchestrator }, { BASEPLATE_DATA: directory }, '/'))
  const names = ['', 'baseplate.sqlite', 'economy', 'orchestrator']
  const modes = await Promise.all(
    names.map(
      async (name) => [name, ((await stat(join(directory, name))).mode & 0o777).toString(8)] as const,
    ),
  )
  return Object.fromEntries(modes)
}

test('closes an existing data directory to other users', async () => {
  expect(await modesAfter()).toEqual({
    '': '700',
    'baseplate.sqlite': '600',
    economy: '700',
    orchestrator: '711',
  })
})

test('lets game servers of another user pass through, and read nothing', async () => {
  expect(await modesAfter({ User: 'games' })).toMatchObject({
    '': '711',
    'baseplate.sqlite': '600',
    economy: '700',
  })
  expect(await modesAfter({ User: 'games', Sandbox: 'bwrap' })).toMatchObject({ '': '700' })
})

test('a power cut does not take the name of a new data directory', async () => {
  const root = await mkdtemp(join(tmpdir(), 'first-start-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const config = parseConfig({}, { BASEPLATE_DATA: join(root, 'srv', 'data') }, '/')
  const cuts = await recordCuts<true>(root, async (promise) => {
    await prepareDataDirectory(config)
    promise(true)
  })
  const after = cuts.filter(({ promised }) => promised.length > 0)
  expect(after.length).toBeGreaterThan(0)
  for (const [index, cut] of after.entries()) {
    const folder = await mkdtemp(join(tmpdir(), 'first-start-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    cut.writeTo(folder)
    expect(existsSync(join(folder, 'srv', 'data')), `${index}: ${cut.kept}`).toBe(true)
  }
})
