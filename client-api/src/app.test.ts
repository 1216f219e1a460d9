import { expect, test, vi } from 'vitest'
import { startClientApi } from './testing/client-api.ts'

const legacy = ['/Game/Visit.ashx', '/Game/Studio.ashx', '/Game/Join.ashx', '/game/gameserver.ashx']
const current = ['/game/visit', '/game/studio', '/game/join', '/game/gameserver']

test('serves scripts without a redirect, on both paths, in any letter case, to GET and POST', async () => {
  const { ask } = await startClientApi()
  for (const path of [...legacy, ...current]) {
    for (const cased of [path, path.toLowerCase(), path.toUpperCase()]) {
      for (const method of ['GET', 'POST']) {
        const response = await ask(cased, { method, redirect: 'error' })
        expect([cased, method, response.status]).toEqual([cased, method, 200])
        expect(response.headers.get('content-type')).toBe('text/plain')
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(await response.text()).toMatch(/^--rbxsig%[A-Za-z0-9+/]+=*%\n/)
      }
    }
  }
})

test('serves scripts on paths with doubled slashes or a slash at the end', async () => {
  const { ask } = await startClientApi()
  for (const path of [...legacy, ...current])
    for (const spelled of [
      `/${path}`,
      path.replace('e/', 'e//').replace('E/', 'E//'),
      `${path}/`,
      `//${path}//?x=1`,
    ]) {
      const response = await ask(spelled, { redirect: 'error' })
      expect([spelled, response.status]).toEqual([spelled, 200])
    }
})

test('answers OK to machine configuration', async () => {
  const { ask } = await startClientApi()
  for (const path of ['/game/machineconfiguration', '/Game/MachineConfiguration.ashx']) {
    for (const method of ['GET', 'POST']) expect(await (await ask(path, { method })).text()).toBe('OK')
  }
})

test('refuses unknown paths with Not found in plain text', async () => {
  const { ask } = await startClientApi()
  for (const path of [
    '/game/nothing',
    '/game/12/nothing',
    '/game/-1',
    '/game/1.5',
    '/asset/nothing',
    '/game/12x',
  ]) {
    const response = await ask(path)
    expect([path, response.status, await response.text()]).toEqual([path, 404, 'Not found'])
    expect(response.headers.get('content-type')).toBe('text/plain')
  }
})

test.each([
  ['/game/123456789', 'GET'],
  ['/Game/123456789/Serve', 'GET'],
  ['/game/host', 'GET, POST'],
  ['/Game/Join.ashx', 'GET, POST'],
  ['/game/ClientPresence', 'GET, POST'],
])('lists the methods of %s when another one is used', async (path, allow) => {
  const { ask } = await startClientApi()
  for (const method of ['DELETE', 'PUT', 'OPTIONS', ...(allow.includes('POST') ? [] : ['POST'])]) {
    const response = await ask(path, { method })
    expect([method, response.status, await response.text()]).toEqual([method, 405, 'Method not allowed'])
    expect(response.headers.get('allow')).toBe(allow)
  }
})

test('logs an unexpected error with the request’s id, without its ticket, and hides it from the client', async () => {
  const { platform, server, ask } = await startClientApi()
  server.prependListener('request', (request) => (request.requestId = 'the-id'))
  const logged = vi.spyOn(platform.log, 'error')
  vi.spyOn(platform.presence, 'recordClientHeartbeat').mockRejectedValue(new Error('the disk is on fire'))
  const response = await ask('/game/clientpresence?ticket=secretticket', {
    headers: { 'User-Agent': 'Client/WinInet' },
  })
  expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error'])
  expect(logged).toHaveBeenCalledOnce()
  expect(logged.mock.calls[0]?.[0]).toMatchObject({ requestId: 'the-id', path: '/game/clientpresence' })
  expect(JSON.stringify(logged.mock.calls)).toContain('the disk is on fire')
  expect(JSON.stringify(logged.mock.calls)).not.toContain('secretticket')
})
