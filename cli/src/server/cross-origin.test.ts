import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { crossOriginFor } from './cross-origin.ts'

const siteOrigin = 'https://games.example'
const fromTools = { origin: 'https://tools.example' }
const asking = { ...fromTools, 'access-control-request-method': 'PATCH' }

/** Starts a server that answers 200 with whether the request is from another site. */
async function start(isOn: boolean) {
  const crossOrigin = crossOriginFor(isOn, siteOrigin)
  const server = createServer((request, response) => {
    const isForeign = crossOrigin.isForeign(request)
    if (!crossOrigin.answer(request, response)) response.end(String(isForeign))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return (method: string, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/`, { method, headers })
}

test('switched off, no response says anything to other sites', async () => {
  const send = await start(false)
  for (const method of ['GET', 'OPTIONS']) {
    const response = await send(method, asking)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect([response.status, await response.text()]).toEqual([200, 'false'])
  }
})

test('switched on, a browser learns what it may send, without the request itself', async () => {
  const send = await start(true)
  const { status, headers } = await send('OPTIONS', asking)
  expect(status).toBe(204)
  expect(headers.get('access-control-allow-methods')).toContain('PATCH')
  expect(headers.get('access-control-allow-headers')).toContain('Authorization')
})

test('switched on, any site reads responses, and none with the cookies of a browser', async () => {
  const send = await start(true)
  const { headers } = await send('GET', fromTools)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.has('access-control-allow-credentials')).toBe(false)
  expect(headers.get('access-control-expose-headers')).toContain('Location')
})

test('a plain OPTIONS request, such as that of tus, is not answered for the site', async () => {
  const send = await start(true)
  expect((await send('OPTIONS', fromTools)).status).toBe(200)
})

test('tells pages of other sites from its own and from programs', async () => {
  const send = await start(true)
  const isForeign = async (headers: Record<string, string>) => (await send('GET', headers)).text()
  expect(await isForeign(fromTools)).toBe('true')
  expect(await isForeign({ origin: siteOrigin })).toBe('false')
  expect(await isForeign({})).toBe('false')
})
