import { viewClientCalls } from '@baseplate/platform/operations/door'
import { registerPerson } from '@baseplate/platform/testing/people'
import { createLog } from '@baseplate/service/log'
import { expect, test } from 'vitest'
import { startSiteServer } from '../testing/site-server.ts'

async function start(level = 'info') {
  const lines: { level: number; path?: string; status?: number }[] = []
  const log = createLog(level, { write: (line) => void lines.push(JSON.parse(line)) })
  const { port, platform } = await startSiteServer({ clientApi: 'real', log })
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
    await response.arrayBuffer()
    return response.status
  }
  return { ask, lines, platform }
}

const large = { method: 'POST', body: Buffer.alloc(1024 * 1024 + 1) }

test('writes no line about constant calls, refused ones included, and lines about all others', async () => {
  const { ask, lines } = await start()
  expect(await ask('/Error/Dmp.ashx', large)).toBe(413)
  for (let sent = 0; sent < 600; sent += 100)
    await Promise.all(Array.from({ length: 100 }, () => ask('//Game//PlaceVisit.ashx?UserID=5')))
  expect(await ask('/client-status')).toBe(429)
  expect(await ask('/Game/ClientPresence.ashx?action=connect')).toBe(200)
  expect(lines).toEqual([])
  await ask('/Game/Nothing.ashx')
  await expect.poll(() => lines).toMatchObject([{ path: '/Game/Nothing.ashx', status: 404 }])
})

test('writes lines about constant calls at the level debug', async () => {
  const { ask, lines } = await start('debug')
  await ask('/client-status')
  await ask('/Error/Dmp.ashx', large)
  await expect
    .poll(() => lines)
    .toMatchObject([
      { level: 20, path: '/client-status', status: 200 },
      { level: 20, path: '/Error/Dmp.ashx', status: 413 },
    ])
})

test('takes bodies of constant calls that are longer than forms may be, in any encoding', async () => {
  const { ask } = await start()
  const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'application/x-www-form-urlencoded' }
  expect(await ask('/Error/Dmp.ashx', { method: 'POST', headers, body: Buffer.alloc(1024 * 1024) })).toBe(200)
  expect(await ask('/Game/Cdn.ashx', { method: 'PUT', body: 'x' })).toBe(405)
})

test('counts the calls of clients, and which of them nothing answers', async () => {
  const { ask, platform } = await start()
  const administrator = await registerPerson(platform, 'Administrator')
  await ask('/client-status')
  await ask('//CLIENT-STATUS/?x=1')
  await ask('/game/players/12')
  await ask('/Own/12345678/Call.aspx')
  await ask('/client-status', { method: 'PUT' })
  await ask('/home')
  await ask('/api/avatar/Nobody')
  const last = platform.now()
  await expect
    .poll(async () => {
      await platform.clientCalls.write()
      return (await viewClientCalls(platform, administrator, {})).calls
    })
    .toEqual([
      { call: '/client-status', answered: true, count: 2, last },
      { call: '/client-status', answered: false, count: 1, last },
      { call: '/game/players/:player', answered: true, count: 1, last },
      { call: '/own/…/call.aspx', answered: false, count: 1, last },
    ])
})
