import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { startConfigured } from '../support/configured.ts'
import { clientAgent, makePlace } from '../support/game.ts'
import { register } from '../support/person.ts'
import { startProduct } from '../support/product.ts'

const ask = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers, redirect: 'manual' })
  return { status: response.status, text: await response.text(), type: response.headers.get('content-type') }
}

/** Returns the value of a metric with exactly these labels. */
const valueIn = (text: string, metric: string) => {
  const line = text.split('\n').find((line) => line.startsWith(`${metric} `))
  return line === undefined ? undefined : Number(line.slice(metric.length + 1))
}

test('reports requests by route and status, players, queues and the process to the operator', async () => {
  const product = await startProduct()
  onTestFinished(async () => {
    expect(await product.stop()).toBe(0)
  })
  const { baseUrl } = product
  const maker = await register(baseUrl, 'Maker')
  const place = await makePlace(maker, 'A place')
  const { ticket } = (await (await maker.post(`${place.path}?/join`)).json()) as { ticket: string }
  await ask(`${baseUrl}/game/Join?ticket=${ticket}`, clientAgent)
  // One of 16 heartbeats is recorded and counts for all of them.
  for (let ping = 0; ping < 8; ping++) {
    for (const path of [
      '/game/ClientPresence',
      '/game/clientpresence',
      '/GAME/clientPresence',
      '/game/clientPRESENCE',
    ]) {
      await ask(`${baseUrl}${path}?ticket=${ticket}`, clientAgent)
    }
  }
  await ask(`${baseUrl}/game/${place.id}`, { cookie: maker.cookie ?? '' })
  for (const path of ['/nothing/here', '/nor/there', '/game/nowhere/at/all']) await ask(baseUrl + path)
  const stream = await fetch(`${baseUrl}/notifications/stream`, { headers: { cookie: maker.cookie ?? '' } })

  expect(await ask(`${baseUrl}/health`)).toMatchObject({ status: 200, text: 'OK' })
  expect(await ask(`${baseUrl}/ready`)).toMatchObject({ status: 200, text: 'OK' })
  const { text, type } = await ask(`${baseUrl}/metrics`)
  expect(type).toBe('text/plain; version=0.0.4; charset=utf-8')
  const requests = (route: string, status: number) =>
    valueIn(text, `baseplate_requests_total{route="${route}",status="${status}"}`)
  expect(requests('/game/clientpresence', 200)).toBe(32)
  expect(requests('/game/:id', 404)).toBe(1)
  expect(requests('/place/[id]/[name]', 200)).toBeGreaterThanOrEqual(1)
  expect(requests('none', 404)).toBe(3)
  expect(valueIn(text, 'baseplate_request_seconds_count{route="/game/clientpresence"}')).toBe(32)
  expect(valueIn(text, 'baseplate_request_seconds_bucket{route="/game/clientpresence",le="+Inf"}')).toBe(32)
  expect(valueIn(text, 'baseplate_playing')).toBe(1)
  expect(valueIn(text, 'baseplate_streams{of="notifications"}')).toBe(1)
  expect(valueIn(text, 'baseplate_waiting{for="payments"}')).toBe(0)
  expect(valueIn(text, 'baseplate_waiting{for="mails"}')).toBe(0)
  expect(valueIn(text, 'baseplate_database_query_seconds_count{operation="select"}')).toBeGreaterThan(1)
  expect(valueIn(text, 'baseplate_database_failures_total{operation="select"}')).toBe(0)
  const job = '{name="settle unanswered payments"}'
  expect(valueIn(text, `baseplate_job_runs_total${job}`)).toBeGreaterThanOrEqual(1)
  expect(valueIn(text, `baseplate_job_failures_total${job}`)).toBe(0)
  const lastSuccess = valueIn(text, `baseplate_job_last_success_timestamp_seconds${job}`) ?? 0
  expect(Math.abs(Date.now() / 1_000 - lastSuccess)).toBeLessThan(600)
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toContain(String(place.id))
  await stream.body?.cancel()
})

test('hides the operator’s endpoints from everyone else', async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address
  const product = await startProduct({ HOST: '0.0.0.0' })
  onTestFinished(async () => void (await product.stop()))
  const port = new URL(product.baseUrl).port
  for (const path of ['/health', '/ready', '/metrics']) {
    for (const header of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP']) {
      const passedOn = await ask(`${product.baseUrl}${path}`, { [header]: '127.0.0.1' })
      expect([path, header, passedOn.status]).toEqual([path, header, 404])
    }
    if (outside) expect((await ask(`http://${outside}:${port}${path}`)).status).toBe(404)
  }
})

test('opens the metrics to holders of the key from anywhere, and to nobody else', async () => {
  const product = await startConfigured({}, { METRICS_KEY: 'the right one' })
  onTestFinished(async () => void (await product.stop()))
  const url = `${product.baseUrl}/metrics`
  expect((await ask(url)).status).toBe(404)
  expect((await ask(url, { authorization: 'Bearer the wrong one' })).status).toBe(404)
  const passedOn = { authorization: 'Bearer the right one', 'X-Forwarded-For': '192.0.2.1' }
  expect((await ask(url, passedOn)).status).toBe(200)
})
