import { joinPlace } from '@baseplate/platform/places/sessions/join'
import { viewPlace } from '@baseplate/platform/places/view'
import { describe, expect, test, vi } from 'vitest'
import { makePlace, startClientApi, type TestClientApi } from '../testing/client-api.ts'

const client = { 'User-Agent': 'Client/WinInet' }

const fetchText = async ({ ask }: TestClientApi, path: string, headers: Record<string, string> = client) => {
  const response = await ask(path, { headers })
  return [response.status, await response.text()] as const
}

describe.each([
  '/game/clientpresence',
  '/Game/ClientPresence',
  '/game/serverpresence',
  '/Game/ServerPresence',
])('%s', (path) => {
  test('refuses other user agents before it checks the ticket', async () => {
    const api = await startClientApi()
    for (const userAgent of ['', 'Mozilla/5.0', 'client/wininet', 'Client/WinInet 2', 'Roblox/WinInet']) {
      expect(await fetchText(api, path, { 'User-Agent': userAgent })).toEqual([400, 'Good one'])
      expect(await fetchText(api, `${path}?ticket=x`, { 'User-Agent': userAgent })).toEqual([400, 'Good one'])
    }
  })

  test('refuses a request without a ticket', async () => {
    const api = await startClientApi()
    expect(await fetchText(api, path)).toEqual([400, 'Invalid Request'])
    expect(await fetchText(api, `${path}?ticket=`)).toEqual([400, 'Invalid Request'])
  })

  test('answers an uncached OK to GET and POST', async () => {
    const api = await startClientApi()
    const { id, maker, serverTicket } = await makePlace(api.platform)
    const { ticket } = await joinPlace(api.platform, maker, { id })
    for (const method of ['GET', 'POST']) {
      const asked = `${path}?ticket=${/client/i.test(path) ? ticket : serverTicket}`
      const response = await api.ask(asked, {
        method,
        headers: client,
        ...(method === 'POST' && { body: 'x' }),
      })
      expect([response.status, await response.text()]).toEqual([200, 'OK'])
      expect(response.headers.get('content-type')).toBe('text/plain')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('pragma')).toBe('no-cache')
    }
  })
})

test.each(['WinInet', 'WinINet', 'WinHttp', 'WinHTTP'])(
  'accepts heartbeats sent with %s',
  async (library) => {
    const api = await startClientApi()
    const { id, maker, serverTicket } = await makePlace(api.platform)
    const { ticket } = await joinPlace(api.platform, maker, { id })
    const headers = { 'User-Agent': `Client/${library}` }
    for (const address of [
      `/game/clientpresence?ticket=${ticket}`,
      `//Game//ClientPresence/?TICKET=${ticket}`,
      `/game/serverpresence?Ticket=${serverTicket}`,
      `/game/serverpresence/?x=1&Ticket=${serverTicket}`,
    ])
      expect(await fetchText(api, address, headers)).toEqual([200, 'OK'])
  },
)

test('accepts heartbeats of the libraries in Client.Agents alone, and always those of WinInet', async () => {
  const api = await startClientApi({ Client: { Agents: ['WinHttp'] } })
  const sentWith = (agent: string) =>
    fetchText(api, '/game/serverpresence?ticket=x', { 'User-Agent': `Client/${agent}` })
  for (const agent of ['WinInet', 'WinHttp']) expect(await sentWith(agent)).toEqual([200, 'OK'])
  for (const agent of ['WinINet', 'WinHTTP', 'WinInet/1', ''])
    expect(await sentWith(agent), agent).toEqual([400, 'Good one'])
})

test.each([
  '/Game/ClientPresence.ashx?version=old&PlaceID=1818&GameID=x&UserID=5',
  '/Game/ClientPresence.ashx?action=connect&PlaceID=1818&UserID=5',
  '//game//ClientPresence?ACTION=disconnect&PlaceID=1818',
])('answers OK to presence without a ticket at %s, and changes nothing', async (path) => {
  const api = await startClientApi()
  const recorded = vi.spyOn(api.platform.presence, 'recordClientHeartbeat')
  for (const method of ['GET', 'POST']) {
    const response = await api.ask(path, { method, ...(method === 'POST' && { body: 'x' }) })
    expect([response.status, await response.text()]).toEqual([200, 'OK'])
  }
  expect(recorded).not.toHaveBeenCalled()
})

test('holds presence with a ticket to its rules on the path with the extension', async () => {
  const api = await startClientApi()
  const path = '/Game/ClientPresence.ashx'
  expect(await fetchText(api, `${path}?action=connect&ticket=x`, {})).toEqual([400, 'Good one'])
  expect(await fetchText(api, `${path}?action=connect&ticket=unknown`)).toEqual([400, 'Ticket not found'])
  expect(await fetchText(api, `${path}?PlaceID=1818`)).toEqual([400, 'Invalid Request'])
})

test('refuses an unknown ticket of a client, and ignores one of a server', async () => {
  const api = await startClientApi()
  const { platform } = api
  const { id, maker } = await makePlace(platform)
  expect(await fetchText(api, '/game/clientpresence?ticket=unknown')).toEqual([400, 'Ticket not found'])
  expect(await fetchText(api, '/game/serverpresence?ticket=unknown')).toEqual([200, 'OK'])
  await platform.presence.flush()
  expect((await viewPlace(platform, maker, { id })).serverPing).toBe(0)
})

test('shows a server’s heartbeat on its place in Unix seconds', async () => {
  const api = await startClientApi()
  const { platform } = api
  const { id, maker, serverTicket } = await makePlace(platform)
  await fetchText(api, `/game/serverpresence?ticket=${serverTicket}`)
  await platform.presence.flush()
  expect((await viewPlace(platform, maker, { id })).serverPing).toBe(Math.floor(platform.now() / 1000))
})

test('keeps a player in the place while heartbeats arrive, and never revives an ended session', async () => {
  const api = await startClientApi()
  const { platform } = api
  const { id, maker } = await makePlace(platform)
  const { ticket } = await joinPlace(platform, maker, { id })
  const ping = async () => {
    expect(await fetchText(api, `/game/clientpresence?ticket=${ticket}`)).toEqual([200, 'OK'])
    await platform.presence.flush()
    return (await viewPlace(platform, maker, { id })).players.length
  }
  expect(await ping()).toBe(0)
  await api.ask(`/game/join?ticket=${ticket}`)
  platform.pass(30_000)
  expect(await ping()).toBe(1)
  platform.pass(30_000)
  expect(await ping()).toBe(1)
  platform.pass(36_000)
  expect(await ping()).toBe(0)
})

test('requires the configured brand in the user agent', async () => {
  const api = await startClientApi({ Client: { Brand: 'Baseplate' } })
  const path = '/game/serverpresence?ticket=x'
  expect(await fetchText(api, path)).toEqual([400, 'Good one'])
  expect(await fetchText(api, path, { 'User-Agent': 'Baseplate/WinInet' })).toEqual([200, 'OK'])
})
