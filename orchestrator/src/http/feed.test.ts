import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startOrchestrator, testLimits } from '../testing/orchestrator.ts'

const siteUrl = 'http://site.example:3000'
const place = 300_015_000 + Math.floor(Math.random() * 4_000)

/** Follows a place as a browser does. */
async function follow(port: number, placeId = place) {
  const cut = new AbortController()
  onTestFinished(() => cut.abort())
  const response = await fetch(`http://127.0.0.1:${port}/${placeId}`, {
    headers: { Origin: siteUrl },
    signal: cut.signal,
  })
  let text = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  })().catch(() => undefined)
  const events = () =>
    [...text.matchAll(/event: status\ndata: (.*)\n\n/g)].map(([, data = '']) => JSON.parse(data))
  return {
    response,
    text: () => text,
    events,
    states: () => events().map(({ state }) => state),
    leave: () => cut.abort(),
    reading,
  }
}

test('sends the public states of a server from start to stop', async () => {
  const { client, orchestrator } = await startOrchestrator({ default: { bindAfterMs: 300 } })
  const seen = await follow(orchestrator.publicPort)
  const { headers, status } = seen.response
  expect([status, headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([
    200,
    'text/event-stream',
    siteUrl,
  ])
  expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['no-store', 'Origin'])
  const other = await follow(orchestrator.publicPort, place + 1)
  await client.start(place)
  const late = await follow(orchestrator.publicPort)
  await client.until(place, 'ready')
  await client.stop(place)
  await expect.poll(seen.states).toEqual(['stopped', 'starting', 'ready', 'stopped'])
  expect(late.states()).toEqual(['starting', 'ready', 'stopped'])
  expect(other.states()).toEqual(['stopped'])
  for (const event of seen.events()) expect(Object.keys(event)).toEqual(['placeId', 'state'])
})

test('reports servers that end before their start is noted', async () => {
  const { client } = await startOrchestrator(undefined, { command: ['/bin/sh', '-c', 'exit 7'] })
  for (let placeId = place; placeId < place + 10; placeId++) {
    await client.start(placeId)
    expect(await client.until(placeId, 'failed')).toMatchObject({ reason: 'it ended with code 7' })
  }
})

test('sends the reason of a failure without the output of the server', async () => {
  const { client, orchestrator } = await startOrchestrator({ default: { exit: { afterMs: 0, code: 7 } } })
  const seen = await follow(orchestrator.publicPort)
  await client.start(place)
  await expect
    .poll(() => seen.events().at(-1))
    .toEqual({ placeId: place, state: 'failed', reason: 'it ended with code 7' })
  expect(seen.text()).not.toContain('ending with')
})

test('refuses pages of other sites, other paths and other methods', async () => {
  const { orchestrator } = await startOrchestrator()
  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${orchestrator.publicPort}${path}`, { method, headers })
    return [response.status, response.headers.get('access-control-allow-origin')]
  }
  for (const origin of ['https://evil.example', 'http://site.example', `${siteUrl}.evil`, 'null']) {
    expect(await ask('GET', `/${place}`, { Origin: origin })).toEqual([403, null])
  }
  for (const path of ['/', '/metrics', '/health', '/x', `/${place}/log`]) {
    expect(await ask('GET', path)).toEqual([404, null])
  }
  for (const method of ['PUT', 'DELETE', 'POST', 'OPTIONS']) {
    expect(await ask(method, `/${place}`)).toEqual([405, null])
  }
})

test('serves a thousand clients that come and go', async () => {
  let clients = 0
  const { client, orchestrator } = await startOrchestrator(undefined, {
    limits: { ...testLimits, graceMs: 500 },
    clientOf: () => String(++clients),
  })
  const before = process.memoryUsage.rss()
  const sockets = await Promise.all(
    Array.from({ length: 1_000 }, async () => {
      const socket = connect(orchestrator.publicPort, '127.0.0.1').on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(`GET /${place} HTTP/1.1\r\nHost: x\r\n\r\n`)
      return socket
    }),
  )
  const listeners = async () =>
    Number(/^orchestrator_listeners (\d+)$/m.exec(await client.ask('GET', '/metrics'))?.[1])
  await expect.poll(listeners).toBe(1_000)
  expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
  // Half of them disconnect in between.
  const started = client.start(place)
  for (const socket of sockets.slice(500)) socket.resetAndDestroy()
  await started
  const watching = await follow(orchestrator.publicPort)
  await client.until(place, 'ready')
  await expect.poll(() => watching.states().at(-1)).toBe('ready')
  await expect.poll(listeners).toBe(501)
  await client.stop(place)
  await orchestrator.close()
  for (const socket of sockets) socket.destroy()
})

test('refuses the 101st stream of a client until it closes another one', async () => {
  const { orchestrator } = await startOrchestrator(undefined, {
    clientOf: ({ headers }) => String(headers['x-client']),
  })
  const open = async (from: string) => {
    const cut = new AbortController()
    onTestFinished(() => cut.abort())
    const response = await fetch(`http://127.0.0.1:${orchestrator.publicPort}/${place}`, {
      headers: { Origin: siteUrl, 'X-Client': from },
      signal: cut.signal,
    })
    return { response, leave: () => cut.abort() }
  }
  const [first] = await Promise.all(Array.from({ length: 100 }, () => open('one')))
  const { response: refused } = await open('one')
  expect([refused.status, await refused.text()]).toEqual([429, 'too many streams from your address'])
  expect(refused.headers.get('retry-after')).toBe('60')
  expect((await open('another')).response.status).toBe(200)
  first?.leave()
  await expect.poll(async () => (await open('one')).response.status).toBe(200)
})
