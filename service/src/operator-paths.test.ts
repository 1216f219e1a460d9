import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { drainAndClose } from './drain.ts'
import { listen } from './listen.ts'
import { operatorPaths } from './operator-paths.ts'

/** Serves operator paths on this machine; any other path answers 200 `other`. */
async function startServer(options: Partial<Parameters<typeof operatorPaths>[0]> = {}) {
  const errors: unknown[] = []
  const paths = operatorPaths({
    key: undefined,
    notReady: async () => undefined,
    metrics: async () => 'metric 1\n',
    onError: (error) => errors.push(error),
    ...options,
  })
  const server = createServer((request, response) => {
    if (!paths.answer(request.url ?? '', request, response)) response.end('other')
  })
  const port = await listen(server, '127.0.0.1', 0)
  onTestFinished(() => drainAndClose(server, 0))
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
    return `${response.status} ${await response.text()}`
  }
  return { ask, errors }
}

test('serves health, readiness and metrics to this machine', async () => {
  const { ask } = await startServer({ notReady: async () => 'the database is away' })
  expect(await ask('/health')).toBe('200 OK')
  expect(await ask('/ready')).toBe('503 the database is away')
  expect(await ask('/metrics')).toBe('200 metric 1\n')
  expect(await ask('/metrics', { method: 'POST' })).toBe('405 Method not allowed')
  expect(await ask('/other')).toBe('200 other')
})

test.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])(
  'hides the paths from requests through a proxy, which sends %s',
  async (header) => {
    const { ask } = await startServer()
    expect(await ask('/health', { headers: { [header]: '192.0.2.1' } })).toBe('404 Not found')
  },
)

test('requires the key, and accepts it through a proxy', async () => {
  const { ask } = await startServer({ key: 'secret' })
  expect(await ask('/health')).toBe('404 Not found')
  expect(await ask('/health', { headers: { authorization: 'Bearer other' } })).toBe('404 Not found')
  const headers = { authorization: 'bearer secret', 'x-forwarded-for': '192.0.2.1' }
  expect(await ask('/health', { headers })).toBe('200 OK')
})

test('answers 500 and reports the error when metrics fail', async () => {
  const error = new Error('the database is away')
  const { ask, errors } = await startServer({ metrics: () => Promise.reject(error) })
  expect(await ask('/metrics')).toBe('500 Something went wrong on our side')
  expect(errors).toEqual([error])
})
