import { expect, onTestFinished, test, vi } from 'vitest'
import type { Driver, Server } from './driver.ts'
import { Fleet } from './fleet.ts'
import { testLimits } from './testing/orchestrator.ts'
import { Worlds } from './worlds/worlds.ts'

/** A driver whose servers are ready at once. Its first attempts to end one fail. */
function fakeDriver(failures: number): Driver {
  let failed = 0
  const ends = new Map<Server, () => void>()
  return {
    recover: async () => [],
    isPortFree: async () => true,
    handOver: async () => ({}),
    folders: {
      run: () => Promise.reject(new Error('no program runs')),
      readText: async () => undefined,
      writeText: async () => undefined,
    },
    start: async ({ placeId, port, run }) => {
      const { promise: gone, resolve } = Promise.withResolvers<void>()
      const ended = gone.then(() => 'when it was told to')
      const server: Server = { placeId, port, run, pid: 4_711, startTime: 1, ended, gone }
      ends.set(server, resolve)
      return server
    },
    observe: async (servers) =>
      new Map(servers.map((server) => [server, { listening: true, memoryBytes: 1 }])),
    end: async (server) => {
      if (failed++ < failures) throw new Error('EMFILE: too many open files')
      ends.get(server)?.()
    },
    readLog: async () => '',
    close: async () => undefined,
  }
}

test('retries ending a server after an error of the driver, and logs starts, readiness and stops', async () => {
  const lines: string[] = []
  const fleet = new Fleet({
    driver: fakeDriver(1),
    limits: testLimits,
    launch: async ({ placeId, port }) => ({ placeId, port, run: 'one', argv: ['server'], environment: {} }),
    onChange: () => undefined,
    log: (line) => void lines.push(line),
  })
  await fleet.start(1_818)
  await expect.poll(() => fleet.status(1_818).state).toBe('ready')
  expect(await fleet.stop(1_818)).toEqual({ placeId: 1_818, state: 'stopped' })
  expect(lines).toEqual([
    'place 1818: server 4711 starts on port 11818',
    expect.stringMatching(/^place 1818: server 4711 is ready after [\d.]+ s$/),
    'place 1818: server 4711 cannot be ended yet: Error: EMFILE: too many open files',
    'place 1818: server 4711 stopped',
  ])
  await fleet.close()
})

test('does not fail a server that is starting when the clock of the machine is changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let listening = false
  let observations = 0
  const fleet = new Fleet({
    driver: {
      ...fakeDriver(0),
      observe: async (servers) => {
        observations += servers.length
        return new Map(servers.map((server) => [server, { listening, memoryBytes: 1 }]))
      },
    },
    limits: testLimits,
    launch: async ({ placeId, port }) => ({ placeId, port, run: 'one', argv: ['server'], environment: {} }),
    onChange: () => undefined,
    log: () => undefined,
  })
  await fleet.start(1_818)
  vi.setSystemTime(Date.now() + 3_600_000)
  const seen = observations
  await expect.poll(() => observations).toBeGreaterThan(seen + 1)
  expect(fleet.status(1_818).state).toBe('starting')
  listening = true
  await expect.poll(() => fleet.status(1_818).state).toBe('ready')
  await fleet.close()
})

test('stores the world of a server that becomes ready by a heartbeat and is closed before the next observation', async () => {
  const driver: Driver = { ...fakeDriver(0), observe: async () => new Map() }
  const reserve = vi.fn(async () => 1)
  const worlds = new Worlds({
    folders: driver.folders,
    site: { reserve, send: async () => undefined },
    argv: ['snapshot'],
    bytesMax: 1,
    intervalMs: 1_000,
    log: () => undefined,
    openNotes: () => ({ read: async () => [], save: async () => undefined }),
  })
  const fleet = new Fleet({
    driver,
    worlds,
    limits: testLimits,
    launch: async ({ placeId, port }) => ({ placeId, port, run: 'one', argv: ['server'], environment: {} }),
    onChange: () => undefined,
    log: () => undefined,
  })
  await fleet.start(1_818, { ticket: 'ticket' })
  const stateAfterReport = () => {
    fleet.report(1_818, { players: 0, silentMs: 0 })
    return fleet.status(1_818).state
  }
  await expect.poll(stateAfterReport).toBe('ready')
  await fleet.stop(1_818)
  expect(reserve).toHaveBeenCalledOnce()
  await fleet.close()
})
