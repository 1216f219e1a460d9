import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { OrchestratorFault, runOrchestrator } from './main.ts'
import { options, processesOf, spawnOrchestrator } from './testing/orchestrator.ts'

const firstPlace = 200_005_000 + Math.floor(Math.random() * 4_000)
const places = Array.from({ length: 8 }, (_, index) => firstPlace + index)

test.each([3, 8])(
  'leaves no orphan and no duplicate when it is killed after %i of 8 starts',
  async (count) => {
    const chosen = options({ default: { bindAfterMs: 100 } })
    const killed = await spawnOrchestrator(chosen)
    const [first, others] = [places.slice(0, 2), places.slice(2)]
    const answered = await Promise.all(first.map((place) => killed.client.start(place)))
    const starts = others.map((place) => killed.client.start(place).catch(() => undefined))
    while (processesOf(chosen.directory).length < count) await setImmediate()
    await killed.kill()
    answered.push(...(await Promise.all(starts)).filter((status) => status !== undefined))
    const left = processesOf(chosen.directory)

    const { client, kill } = await spawnOrchestrator(chosen)
    const running = JSON.parse((await client.ask('GET', '/')).slice(4)) as [number, { pid: number }][]
    // A server that was reported to a client still exists, and every running server is known.
    for (const { placeId, pid } of answered)
      expect(running).toContainEqual([placeId, expect.objectContaining({ pid })])
    expect(processesOf(chosen.directory).sort()).toEqual(running.map(([, { pid }]) => pid).sort())
    expect(running).toHaveLength(left.length)
    const started = await Promise.all(places.map((place) => client.start(place)))
    for (const [placeId, { pid }] of running) {
      expect(started.find((status) => status.placeId === placeId)?.pid).toBe(pid)
    }
    expect(processesOf(chosen.directory)).toHaveLength(8)
    await Promise.all(places.map((place) => client.until(place, 'ready')))
    expect(await kill('SIGTERM')).toBe(0)
    expect(processesOf(chosen.directory)).toEqual([])
  },
)

test('loses no line of a server that prints while no orchestrator runs', async () => {
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
  // These lines are more than fits into a pipe without a reader.
  await expect.poll(() => lines().length).toBeGreaterThan(printed + 200)
  const { client } = await spawnOrchestrator(chosen)
  const taken = lines().length
  await expect.poll(() => lines().length).toBeGreaterThan(taken + 10)
  expect(await client.status(place)).toMatchObject({ pid })
  const all = lines()
  expect(all).toEqual(all.map((_line, turn) => `turn ${turn}`))
})

test('notices the death of a server that it took over', async () => {
  const [place = 0, other = 0] = places
  const chosen = options()
  const first = await spawnOrchestrator(chosen)
  const { pid = 0, port } = await first.client.start(place)
  const { pid: otherPid = 0 } = await first.client.start(other)
  await first.client.until(place, 'ready')
  await first.kill()
  // This one dies while no orchestrator runs.
  process.kill(otherPid, 'SIGKILL')
  const { client } = await spawnOrchestrator(chosen)
  expect(await client.until(place, 'ready')).toMatchObject({ pid, port })
  expect((await client.status(other)).state).toBe('stopped')
  process.kill(pid, 'SIGKILL')
  expect(await client.until(place, 'failed')).toMatchObject({ reason: 'it ended without a word' })
})

test('ends the helpers of a server that died while no orchestrator ran', async () => {
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

test('leaves alone a process that has the id of an earlier server', async () => {
  const chosen = options()
  const first = await spawnOrchestrator(chosen)
  const [place = 0] = places
  await first.client.start(place)
  await first.kill()
  for (const pid of processesOf(chosen.directory)) process.kill(pid, 'SIGKILL')
  const file = join(chosen.directory, 'state.json')
  const state = JSON.parse(readFileSync(file, 'utf8'))
  // This process: an orchestrator that mistakes it for a server ends the test.
  writeFileSync(file, JSON.stringify({ servers: [{ ...state.servers[0], pid: process.pid }] }))
  const { client } = await spawnOrchestrator(chosen)
  expect(await client.ask('GET', '/')).toBe('200 []')
})

test('finds servers by their mark when the state file is damaged', async () => {
  const chosen = options()
  const first = await spawnOrchestrator(chosen)
  const [place = 0] = places
  const { pid, port } = await first.client.start(place)
  await first.kill()
  writeFileSync(join(chosen.directory, 'state.json'), '{"servers":[{"pla')
  const { client } = await spawnOrchestrator(chosen)
  expect(await client.until(place, 'ready')).toMatchObject({ pid, port })
})

test('waits for another orchestrator of the same folder, and takes over its servers', async () => {
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

test('changes nothing when its port is taken', async () => {
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
