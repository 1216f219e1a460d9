import { expect, test } from 'vitest'
import { makePlace, startClientApi } from '../testing/client-api.ts'

async function start() {
  const { platform, ask } = await startClientApi({
    Filtering: { Words: ['meany'], ReplaceWith: '#', ReplaceType: 'Character' },
  })
  const { id, serverTicket } = await makePlace(platform)
  const send = async (body: string, AccessKey = serverTicket) => {
    const response = await ask('/api/server/filter', { method: 'POST', body, headers: { AccessKey } })
    return [response.status, await response.text()] as const
  }
  return { platform, id, send }
}

const textsOf = (...texts: unknown[]) => JSON.stringify({ texts })

test('filters the texts of a game server, in their order', async () => {
  const { send } = await start()
  expect(await send(textsOf('You meany', 'Hello', ''))).toEqual([200, textsOf('You #####', 'Hello', '')])
  expect(await send(textsOf())).toEqual([200, textsOf()])
  const most = Array.from({ length: 50 }, () => 'x'.repeat(500))
  expect(await send(textsOf(...most))).toEqual([200, textsOf(...most)])
})

test.each([
  ['no JSON', 'texts', 400, 'Invalid Request'],
  ['no texts', '{}', 400, 'Invalid Request'],
  ['no list', '{"texts":"meany"}', 400, 'Invalid Request'],
  ['another type', textsOf('x', 1), 400, 'Invalid Request'],
  ['a text that is too long', textsOf('x'.repeat(501)), 400, 'Invalid Request'],
  ['too many texts', textsOf(...Array(51).fill('x')), 400, 'Invalid Request'],
  ['a body that is too large', textsOf('x'.repeat(256_001)), 413, 'Too large'],
])('refuses %s', async (_, body, status, message) => {
  const { send } = await start()
  expect(await send(body)).toEqual([status, message])
})

test('refuses an unknown ticket', async () => {
  const { send } = await start()
  expect(await send(textsOf('x'), 'z'.repeat(32))).toEqual([400, 'Invalid Server ticket'])
})

test('counts each text of the servers of a place', async () => {
  const { platform, id, send } = await start()
  await platform.limitCounts.add(`limits.game_texts place ${id}`, 60_000, 2_999)
  expect((await send(textsOf('x', 'y')))[0]).toBe(429)
  expect((await send(textsOf()))[0]).toBe(200)
})
