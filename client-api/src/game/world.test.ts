import { once } from 'node:events'
import { request } from 'node:http'
import { addRun } from '@baseplate/platform/places/servers/queries'
import { clearWorld } from '@baseplate/platform/places/worlds/change'
import { startFakeOrchestrator } from '@baseplate/platform/testing/orchestrator'
import { minute } from '@baseplate/service/clock'
import { expect, test } from 'vitest'
import { makePlace, startClientApi } from '../testing/client-api.ts'

async function start() {
  const orchestrator = await startFakeOrchestrator()
  const api = await startClientApi({
    Engine: 'minetest',
    Gameservers: { Hosting: 'Dedicated' },
    Orchestrator: { PrivateURL: orchestrator.url },
  })
  const place = await makePlace(api.platform)
  const { ticket } = await addRun(api.platform.db, place.id, { now: api.platform.now(), startedBy: null })
  const path = `/game/${place.id}/world?ticket=${ticket}`
  const get = async (after: number) => {
    const response = await api.ask(`${path}&after=${after}`)
    const number = response.headers.get('x-world-number')
    return [response.status, number, Buffer.from(await response.arrayBuffer()).toString('latin1')]
  }
  const reserve = async (after: number | string) => {
    const response = await api.ask(`${path}&after=${after}`, { method: 'POST' })
    return [response.status, await response.text()]
  }
  const put = async (number: number | string, body: string, cause = 'stop') =>
    (await api.ask(`${path}&number=${number}&cause=${cause}`, { method: 'PUT', body })).status
  return { ...api, ...place, path, get, reserve, put }
}

test('stores a world under a reserved number, and sends it to servers that have an older one', async () => {
  const { get, reserve, put } = await start()
  expect(await get(0)).toEqual([204, null, ''])
  expect(await reserve(0)).toEqual([200, '{"number":1}'])
  expect(await put(1, 'a world')).toBe(204)
  expect(await get(0)).toEqual([200, '1', 'a world'])
  expect(await get(1)).toEqual([204, null, ''])
  expect(await put(1, 'again')).toBe(409)
  expect(await put(2, 'not reserved')).toBe(409)
})

test('sends an empty archive when the maker has cleared the world, and refuses a server that continues the old one', async () => {
  const { platform, maker, id, get, reserve } = await start()
  await clearWorld(platform, maker, { id })
  expect(await get(0)).toEqual([200, '1', `PK\x05\x06${'\0'.repeat(18)}`])
  expect(await reserve(0)).toEqual([409, 'A newer world is stored'])
})

test('refuses malformed queries and foreign tickets', async () => {
  const { ask, id, serverTicket, reserve, put } = await start()
  expect(await reserve('-1')).toEqual([400, expect.any(String)])
  expect(await reserve('1e3')).toEqual([400, expect.any(String)])
  expect(await put('', 'x')).toBe(400)
  expect(await put(1, 'x', 'restore')).toBe(400)
  for (const ticket of ['', 'x', serverTicket])
    for (const method of ['GET', 'POST'])
      expect((await ask(`/game/${id}/world?ticket=${ticket}`, { method })).status).toBe(403)
  expect((await ask('/game/1/world?ticket=x')).status).toBe(404)
  expect((await ask(`/game/${id}/world`, { method: 'DELETE' })).status).toBe(405)
})

test('sends worlds only to runs that have just started', async () => {
  const { platform, get } = await start()
  platform.pass(3 * minute)
  expect((await get(0))[0]).toBe(403)
})

test('stores nothing of a world whose connection is lost', async () => {
  const { baseUrl, path, reserve, get, put } = await start()
  await reserve(0)
  const sending = request(`${baseUrl}${path}&number=1&cause=stop`, { method: 'PUT' })
  sending.on('error', () => undefined)
  sending.write('half')
  await once(sending, 'socket')
  await new Promise((resolve) => sending.write(' a world', resolve))
  sending.destroy()
  expect(await put(1, 'whole')).toBe(204)
  expect(await get(0)).toEqual([200, '1', 'whole'])
})
