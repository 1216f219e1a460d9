import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { OrchestratorFault, runOrchestrator } from './main.ts'
import { options, processesOf, spawnOrchestrator } from './testing/orchestrator.ts'

const firstPlace = 200_005_000 + Math.floor(Math.random() * 4_000)
const places = Array.from({ length: 20 }, (_, index) => firstPlace + index)

test.each([6, 13, 20])(
  'killed when %i of 20 servers have a process, and started again: no orphan, no double',
  async (count) => {
    const chosen = options({ default: { bindAfterMs: 100 } })
    const killed = await spawnOrchestrator(chosen)
    const [first, others] = [places.slice(0, 5), places.slice(5)]
    const answered = await Promise.all(first.map((place) => killed.client.start(place)))
    const starts = others.map((place) => killed.client.start(place).catch(() => undefined))
    while (processesOf(chosen.directory).length < count) await setImmediate()
    await killed.kill()
    answered.push(...(await Promise.all(starts)).filter((status) => status !== undefined))
    const left = processesOf(chosen.directory)

    const { client, kill } = await spawnOrchestrator(chosen)
    const running = JSON.parse((await client.ask('GET', '/')).slice(4)) as [number, { pid: number }][]
    // Whoever was told of a server finds it; and what runs is known.
    for (const { placeId, pid } of answered)
      expect(running).toContainEqual([placeId, expect.objectContaining({ pid })])
    expect(processesOf(chosen.directory).sort()).toEqual(running.map(([, { pid }]) => pid).sort())
    expect(running).toHaveLength(left.length)
    const started = await Promise.all(places.map((place) => client.start(place)))
    for (const [placeId, { pid }] of running) {
      expect(started.find((status) => status.placeId === placeId)?.pid).toBe(pid)
    }
    expect(processesOf(chosen.directory)).toHaveLength(20)
    await Promise.all(places.map((place) => client.until(place, 'ready')))
    expect(await kill('SIGTERM')).toBe(0)
    expect(processesOf(chosen.directory)).toEqual([])
  },
)

test('a server goes on printing while no orchestrator runs, and no line is lost', async () => {
  const [place = 0] = places
  const serverLog = { bytes: 100_000_000, files: 1, days: 1 }
  const chosen = options({ default: { printEveryMs: 1 } }, { serverLog })
  const first = await spawnOrchestrator(chosen)
  const { pid = 0 } = await first.client.start(place)
  const log = join(chosen.directory, 'logs', String(place), 'log')
  const lines = () => readFileSync(log, 'utf8').match(/^turn \d+$/gm) ?? []
  await expect.poll(() => lines().length).toBeGreaterThan(10)
  await first.kill()
  const printed = lines().length
  // More than fits into a pipe that nobody reads.
  await expect.poll(() => lines().length).toBeGreaterThan(printed + 200)
  const { client } = await spawnOrchestrator(chosen)
  const taken = lines().length
  await expect.poll(() => lines().length).toBeGreaterThan(taken + 10)
  expect(await client.status(place)).toMatchObject({ pid })
  const all = lines()
  expect(all).toEqual(all.map((_line, turn) => `turn ${turn}`))
})

test('a server that was taken over and dies is noticed', async () => {
  const [place = 0, other = 0] = places
  const chosen = options()
  const first = await spawnOrchestrator(chosen)
  const { pid = 0, port } = await first.client.start(place)
  const { pid: otherPid = 0 } = await first.client.start(other)
  await first.client.until(place, 'ready')
  await first.kill()
  // This one dies while nobody looks.
  process.kill(otherPid, 'SIGKILL')
  const { client } = await spawnOrchestrator(chosen)
  expect(await client.until(place, 'ready')).toMatchObject({ pid, port })
  expect((await client.status(other)).state).toBe('stopped')
  process.kill(pid, 'SIGKILL')
  expect(await client.until(place, 'failed')).toMatchObject({ reason: 'it ended without a word' })
})

test('helpers of a server that died meanwhile are ended', async () => {
  const [place = 0] = places
  const chosen = options({ default: { helper: 'here' } })
  const first = await spawnOrchestrator(chosen)
  const { pid = 0 } = await first.client.start(place)
  await expect.poll(() => processesOf(chosen.directory).length).toBe(2)
  await first.kill()
  process.kill(pid, 'SIGKILL')
  const { client } = await spawnOrchestrator(chosen)
  expect(await client.ask('GET', '/')).toBe('200 []')
  expect(processesOf(chosen.directory)).toEqual([])
})

test('a process that has the id of a server that is gone is left alone', async () => {
  const chosen = options()
  const first = await spawnOrchestrator(chosen)
  const [place = 0] = places
  await first.client.start(place)
  await first.kill()
  for (const pid of processesOf(chosen.directory)) process.kill(pid, 'SIGKILL')
  const file = join(chosen.directory, 'state.json')
  const state = JSON.parse(readFileSync(file, 'utf8'))
  // This very process: the orchestrator that takes it for a server ends the test.
  writeFileSync(file, JSON.stringify({ servers: [{ ...state.servers[0], pid: process.pid }] }))
  const { client } = await spawnOrchestrator(chosen)
  expect(await client.ask('GET', '/')).toBe('200 []')
})

test('without a state file that can be read, servers are found by their mark', async () => {
  const chosen = options()
  const first = await spawnOrchestrator(chosen)
  const [place = 0] = places
  const { pid, port } = await first.client.start(place)
  await first.kill()
  writeFileSync(join(chosen.directory, 'state.json'), '{"servers":[{"pla')
  const { client } = await spawnOrchestrator(chosen)
  expect(await client.until(place, 'ready')).toMatchObject({ pid, port })
})

test('two orchestrators on one folder: the second waits for the first, and takes over', async () => {
  const chosen = options()
  const first = await spawnOrchestrator(chosen)
  const [place = 0] = places
  const { pid } = await first.client.start(place)
  let opened = false
  const second = runOrchestrator(chosen).then((orchestrator) => {
    opened = true
    return orchestrator
  })
  await first.client.until(place, 'ready')
  expect(opened).toBe(false)
  await first.kill()
  const orchestrator = await second
  expect(processesOf(chosen.directory)).toEqual([pid])
  await orchestrator.close()
  expect(processesOf(chosen.directory)).toEqual([])
})

test('a start that cannot have its port leaves everything as it is', async () => {
  const chosen = options()
  const first = await spawnOrchestrator(chosen)
  const [place = 0] = places
  const { pid } = await first.client.start(place)
  await first.kill()
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = Object(taken.address())
  const before = readFileSync(join(chosen.directory, 'state.json'), 'utf8')
  for (const setting of [{ privatePort: port }, { publicPort: port }]) {
    await expect(runOrchestrator({ ...chosen, ...setting })).rejects.toThrow(
      new OrchestratorFault(
        `The orchestrator cannot listen on 127.0.0.1 port ${port} (Orchestrator.${'privatePort' in setting ? 'PrivateURL' : 'PublicURL'}): another program uses it.`,
      ),
    )
  }
  expect(readFileSync(join(chosen.directory, 'state.json'), 'utf8')).toBe(before)
  const { client } = await spawnOrchestrator(chosen)
  expect(await client.until(place, 'ready')).toMatchObject({ pid })
})
