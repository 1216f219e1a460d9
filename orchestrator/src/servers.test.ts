import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Client, occupy, startOrchestrator, testLimits } from './testing/orchestrator.ts'

/** Test files run at the same time, so each has its own range of ports. */
let nextPlace = 100_000_000 + Math.floor(Math.random() * 4_000)
const somePlace = () => nextPlace++
const portOf = (placeId: number) => 10_000 + (placeId % 25_000)

describe('a server', () => {
  test('starts, is ready when its port is bound, and ends', async () => {
    const { client, processes, directory } = await startOrchestrator({ default: { bindAfterMs: 500 } })
    const place = somePlace()
    const started = await client.start(place)
    expect(started).toEqual({
      placeId: place,
      state: 'starting',
      port: expect.any(Number),
      pid: expect.any(Number),
      startTime: expect.any(Number),
      since: expect.any(Number),
      run: expect.any(String),
    })
    expect(Math.abs(Date.now() - Number(started.startTime))).toBeLessThan(60_000)
    expect(await client.ask('GET', '/')).toBe(
      `200 [[${place},{"pid":${started.pid},"startTime":${started.startTime}}]]`,
    )
    expect(await client.start(place)).toMatchObject({ pid: started.pid })
    expect(await client.until(place, 'ready')).toMatchObject({ pid: started.pid, port: started.port })
    const log = (await client.ask('GET', `/${place}/log`)).split('\n')
    expect(log[0]).toMatch(/^200 --- \d{4}-.*Z place \d+, port \d+$/)
    const seen = JSON.parse(log[1] ?? '')
    expect(seen).toMatchObject({
      placeId: String(place),
      port: String(started.port),
      serveUrl: `http://site.example:3000/game/${place}/serve`,
      cwd: `${directory}/servers/${place}/work`,
    })
    const passedOn = 'PATH LANG LC_ALL TZ TMPDIR USER LOGNAME HOME NODE_COMPILE_CACHE'.split(' ')
    const own = ['SERVER', 'URL', 'PLACE_ID', 'SILENT_SECONDS'].map((name) => `BASEPLATE_${name}`)
    expect(Object.keys(seen.env).filter((name) => ![...passedOn, ...own].includes(name))).toEqual([])
    expect(await client.stop(place)).toEqual({ placeId: place, state: 'stopped' })
    expect(processes()).toEqual([])
    expect(await client.stop(place)).toEqual({ placeId: place, state: 'stopped' })
    expect(await client.ask('GET', '/')).toBe('200 []')
  })

  test('gets the address of its script as one argument', async () => {
    const { client } = await startOrchestrator()
    const place = somePlace()
    const serveUrl = 'http://site/game/1/serve?ticket=a b;$(touch x)&{port}'
    await client.send('PUT', `/${place}`, { serveUrl })
    await client.until(place, 'ready')
    expect(await client.ask('GET', `/${place}/log`)).toContain(JSON.stringify(serveUrl))
  })
})

describe('a server that ends', () => {
  test('is killed with all its helpers when it ignores SIGTERM', async () => {
    const { client, processes } = await startOrchestrator({ default: { stubborn: true, helper: 'away' } })
    const place = somePlace()
    await client.start(place)
    await client.until(place, 'ready')
    await expect.poll(() => processes().length).toBe(2)
    const asked = Date.now()
    await client.stop(place)
    expect(processes()).toEqual([])
    expect(Date.now() - asked).toBeGreaterThanOrEqual(testLimits.graceMs)
  })

  test('fails within 5 s after its death, and ends its helpers', async () => {
    const { client, processes } = await startOrchestrator({ default: { helper: 'here' } })
    const place = somePlace()
    const { pid = 0 } = await client.start(place)
    await client.until(place, 'ready')
    await expect.poll(() => processes().length).toBe(2)
    process.kill(pid, 'SIGKILL')
    expect(await client.until(place, 'failed')).toMatchObject({ reason: 'it ended by SIGKILL' })
    await expect.poll(() => processes()).toEqual([])
    // Its port is free, and it can be started after the back-off.
    await expect.poll(() => client.ask('PUT', `/${place}`)).toMatch(/^200 /)
  })
})

describe('a faulty server', () => {
  test('fails when it is not ready in time or uses too much memory', async () => {
    const [slow, large] = [somePlace(), somePlace()]
    const { client, processes } = await startOrchestrator(
      { default: {}, [slow]: { bindAfterMs: -1 }, [large]: { memoryBytes: 400_000_000 } },
      { limits: { ...testLimits, readyMs: 6_000, memoryBytes: 300_000_000 } },
    )
    await Promise.all([slow, large].map((place) => client.start(place)))
    expect(await client.until(slow, 'failed')).toMatchObject({ reason: 'it was not ready within 6 seconds' })
    expect(await client.until(large, 'failed')).toMatchObject({
      reason: 'it used more than 300000000 bytes of memory',
    })
    await expect.poll(() => processes()).toEqual([])
  })

  test('has a growing back-off after failures, until it is closed', async () => {
    const place = somePlace()
    const { client } = await startOrchestrator({
      default: { exit: { afterMs: 0, code: 3 }, bindAfterMs: -1 },
    })
    for (const failures of [1, 2, 3]) {
      await expect.poll(() => client.ask('PUT', `/${place}`)).toMatch(/^200 /)
      const { reason, lastWords } = await client.until(place, 'failed')
      expect(reason).toBe('it ended with code 3')
      expect(lastWords).toMatch(/ending with 3\n$/)
      const held = await client.send('PUT', `/${place}`)
      const times = failures === 1 ? 'once' : `${failures} times in a row`
      expect([held.status, await held.text()]).toEqual([
        503,
        expect.stringMatching(
          `^the server of place ${place} failed ${times}: it ended with code 3; it can be`,
        ),
      ])
      expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const known = async () => JSON.parse((await client.ask('GET', '/servers')).slice(4))
    const failed = {
      placeId: place,
      state: 'failed',
      reason: 'it ended with code 3',
      since: expect.any(Number),
    }
    expect(await known()).toEqual([failed])
    expect(await client.stop(place)).toEqual({ placeId: place, state: 'stopped' })
    expect(await known()).toEqual([])
    expect(await client.ask('PUT', `/${place}`)).toMatch(/^200 /)
    expect(await known()).toMatchObject([{ placeId: place }])
  })
})

describe('a server that the site reports on', () => {
  test('is ready after its first heartbeat, and fails when heartbeats stop', async () => {
    const place = somePlace()
    const { client } = await startOrchestrator(
      { default: { bindAfterMs: -1 } },
      { limits: { ...testLimits, silentMs: 2_000 } },
    )
    await client.start(place)
    // Older than the server, so of an earlier one.
    expect(await client.ask('POST', '/presence', [[place, { players: 1, silentSeconds: 60 }]])).toBe('204')
    expect(await client.status(place)).toMatchObject({ state: 'starting', players: 1 })
    await client.ask('POST', '/presence', [[place, { players: 2, silentSeconds: 0 }]])
    expect(await client.status(place)).toMatchObject({ state: 'ready', players: 2 })
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    await client.ask('POST', '/presence', [[place, { players: 2, silentSeconds: 2.4 }]])
    expect(await client.until(place, 'failed')).toMatchObject({
      reason: expect.stringMatching(/^it hung: nothing was heard of it for \d seconds$/),
    })
  })

  test('is ended when it is empty, but not when its players are unknown', async () => {
    const [empty, full, unknown] = [somePlace(), somePlace(), somePlace()]
    const { client } = await startOrchestrator(undefined, { limits: { ...testLimits, emptyMs: 1_000 } })
    await Promise.all([empty, full, unknown].map((place) => client.start(place)))
    await Promise.all([empty, full, unknown].map((place) => client.until(place, 'ready')))
    const report = [
      [empty, { players: 0, silentSeconds: null }],
      [full, { players: 1, silentSeconds: 0 }],
    ]
    await client.ask('POST', '/presence', report)
    await client.until(empty, 'stopped')
    expect((await client.status(full)).state).toBe('ready')
    expect((await client.status(unknown)).state).toBe('ready')
    expect(await client.ask('GET', '/metrics')).toContain('\norchestrator_emptied_total 1\n')
  })
})

describe('ports', () => {
  test('differ for places that prefer the same one, and avoid those of other programs', async () => {
    const { client } = await startOrchestrator()
    const place = somePlace()
    const [first, second] = await Promise.all([client.start(place), client.start(place + 25_000)])
    expect(new Set([first.port, second.port])).toContain(portOf(place))
    expect(second.port).not.toBe(first.port)
    const [udp, tcp] = [somePlace(), somePlace()]
    await occupy(portOf(udp))
    const server = createServer().listen(portOf(tcp), '0.0.0.0')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    for (const taken of [udp, tcp]) {
      const { port } = await client.start(taken)
      expect(port).not.toBe(portOf(taken))
      expect((await client.until(taken, 'ready')).port).toBe(port)
    }
  })

  test('do not count as bound when the socket belongs to another program', async () => {
    const { client } = await startOrchestrator({ default: { bindAfterMs: -1 } })
    const place = somePlace()
    const { port = 0 } = await client.start(place)
    await occupy(port)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect((await client.status(place)).state).toBe('starting')
  })
})

describe('concurrent requests', () => {
  test('start and stop 20 places within the limit', async () => {
    const limits = { ...testLimits, maxServers: 20 }
    const { client, processes } = await startOrchestrator(undefined, { limits })
    const places = Array.from({ length: 20 }, somePlace)
    const started = await Promise.all(places.map((place) => client.start(place)))
    expect(new Set(started.map(({ port }) => port)).size).toBe(20)
    const refused = await client.ask('PUT', `/${somePlace()}`)
    expect(refused).toBe('503 20 servers are running, which is the maximum')
    await Promise.all(places.map((place) => client.until(place, 'ready')))
    expect(processes()).toHaveLength(20)
    await Promise.all(places.map((place) => client.stop(place)))
    expect(processes()).toEqual([])
  })

  test('start one server for one place', async () => {
    const { client, processes } = await startOrchestrator()
    const place = somePlace()
    const all = await Promise.all(Array.from({ length: 50 }, () => client.start(place)))
    expect(new Set(all.map(({ pid }) => pid)).size).toBe(1)
    expect(processes()).toHaveLength(1)
  })

  test('leave one consistent state after starts and stops', async () => {
    const { client, processes } = await startOrchestrator()
    const place = somePlace()
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => client.ask(index % 2 ? 'DELETE' : 'PUT', `/${place}`)),
      )
      for (const answer of answers) expect(answer).toMatch(/^(200 \{|409 the server of place \d+ was closed)/)
      const { state, pid } = await client.status(place)
      expect(['starting', 'ready', 'stopped']).toContain(state)
      expect(processes()).toEqual(state === 'stopped' ? [] : [pid])
    }
  })

  test('start nothing after the orchestrator is closed', async () => {
    const { client, orchestrator, processes } = await startOrchestrator({ default: { bindAfterMs: 1_000 } })
    const [one, other] = [somePlace(), somePlace()]
    for (const place of [one, other]) await client.start(place)
    expect(await client.stop(one)).toEqual({ placeId: one, state: 'stopped' })
    expect(processes()).toHaveLength(1)
    const starting = new Client(orchestrator.privatePort).ask('PUT', `/${somePlace()}`).catch(() => 'gone')
    await orchestrator.close()
    await starting
    expect(processes()).toEqual([])
  })
})
