import { expect, test } from 'vitest'
import { startServedData } from '../testing/served-data.ts'

const problem = (code: string, more: object = {}) => ({ code, message: expect.any(String), ...more })

test('a server stores a value and reads it as it was sent', async () => {
  const { send } = await startServedData()
  const body = '{ "coins": 1.50, "big": 12345678901234567890 }'
  const put = await send('PUT', 'Coins/global/Tower%2F1%20é', { body, 'X-Players': '12, 13' })
  const { version } = JSON.parse(put.text)
  expect([put.status, put.headers.get('ETag')]).toEqual([200, `"${version}"`])
  const read = await send('GET', 'Coins/global/Tower%2F1%20é')
  expect([read.status, read.text]).toEqual([200, body])
  expect(Object.fromEntries(read.headers)).toMatchObject({
    'content-type': 'application/json',
    etag: `"${version}"`,
    'x-players': '12,13',
    'x-created': '2026-11-20T12:00:00.000Z',
    'x-updated': '2026-11-20T12:00:00.000Z',
    'cache-control': 'no-store',
    'ratelimit-policy': '"reads";q=100;w=60',
    ratelimit: '"reads";r=99;t=1',
  })
  expect((await send('GET', 'coins/global/Tower%2F1%20é')).status).toBe(404)
})

test('a server stores the data of its player, and of no other', async () => {
  const { send, number } = await startServedData()
  expect((await send('PUT', `coins/player/${number}`, { body: '5' })).status).toBe(200)
  const read = await send('GET', `coins/player/${number}?lock=true&wait=0`)
  expect([read.text, read.headers.get('X-Players')]).toEqual(['5', String(number)])
  const other = await send('PUT', `coins/player/${number + 1}`, { body: '5' })
  expect([other.status, JSON.parse(other.text)]).toEqual([
    409,
    problem('data.player_elsewhere', { server: 'none' }),
  ])
  expect((await send('DELETE', `coins/player/${number}/lock`)).status).toBe(204)
})

test('a write of a leaderboard answers with the score that stays', async () => {
  const { send, number } = await startServedData()
  const board = { kind: 'ordered', public: true, title: 'Most coins', period: 'week', keep: 'best' }
  const declared = await send('PUT', 'coins', { body: JSON.stringify(board) })
  expect([declared.status, JSON.parse(declared.text)]).toEqual([200, board])
  const score = async (...request: Parameters<typeof send>) => JSON.parse((await send(...request)).text)
  const answer = (value: number) => ({ version: expect.any(String), value })
  const path = `coins/player/${number}`
  expect(await score('PUT', path, { body: '9' })).toEqual(answer(9))
  expect(await score('PUT', path, { body: '4' })).toEqual(answer(9))
  expect(await score('POST', `${path}?op=increment&by=2`)).toEqual(answer(11))
  const put = { op: 'put', store: 'coins', scope: 'player', key: String(number), value: 3 }
  const batch = { operations: [put, { op: 'put', store: 'other', key: 'k', value: 3 }] }
  expect(await score('POST', 'batch', { body: JSON.stringify(batch) })).toEqual({
    results: [answer(11), { version: expect.any(String) }],
  })
  expect((await send('PUT', 'coins', { body: JSON.stringify({ ...board, title: '' }) })).status).toBe(400)
})

test('conditions in header fields hold', async () => {
  const { send } = await startServedData()
  const first = await send('PUT', 's/global/k', { body: '1', 'If-None-Match': '*' })
  const tag = first.headers.get('ETag') ?? ''
  const again = await send('PUT', 's/global/k', { body: '2', 'If-None-Match': '*' })
  expect([again.status, again.headers.get('ETag')]).toEqual([412, tag])
  const { version } = JSON.parse(first.text)
  expect(JSON.parse(again.text)).toEqual(problem('data.changed', { version }))
  expect((await send('PUT', 's/global/k', { body: '2', 'If-Match': tag })).status).toBe(200)
  expect((await send('DELETE', 's/global/k', { 'If-Match': tag })).status).toBe(412)
  expect((await send('PUT', 's/global/k', { body: '3', 'If-Match': '*' })).status).toBe(400)
})

test('a repeat with the same idempotency key is the same answer', async () => {
  const { send } = await startServedData()
  const add = () => send('POST', 's/global/k?op=increment&by=7', { 'Idempotency-Key': 'a-1' })
  const [first, second] = [await add(), await add()]
  expect(second.text).toBe(first.text)
  expect(JSON.parse(first.text)).toEqual({ value: 7, version: expect.any(String) })
})

test('lists, ranks and versions are JSON', async () => {
  const { send } = await startServedData()
  for (const [key, body] of [
    ['a', '5'],
    ['b', '7'],
    ['c', '"x"'],
  ] as const)
    await send('PUT', `s/global/${key}`, { body })
  const list = JSON.parse((await send('GET', 's/global?limit=2')).text)
  expect(list).toEqual({
    entries: ['a', 'b'].map((key) => ({
      key,
      version: expect.any(String),
      updated: Date.UTC(2026, 10, 20, 12),
      bytes: 1,
    })),
    next: 'b',
  })
  expect(JSON.parse((await send('GET', 's/global?order=desc')).text)).toMatchObject({
    entries: [
      { key: 'b', value: 7 },
      { key: 'a', value: 5 },
    ],
    next: null,
  })
  expect(JSON.parse((await send('GET', 's/global/a?rank=true')).text)).toMatchObject({ rank: 2, value: 5 })
  const { versions } = JSON.parse((await send('GET', 's/global/a/versions')).text)
  expect(versions).toEqual([
    { version: expect.any(String), written: Date.UTC(2026, 10, 20, 12), bytes: 1, expires: null },
  ])
})

test('a batch answers with its results, or with the operation that failed', async () => {
  const { send } = await startServedData()
  const put = { op: 'put', store: 's', key: 'a', value: { n: 1 } }
  const add = { op: 'increment', store: 's', key: 'b', by: 2 }
  const done = await send('POST', 'batch', { body: JSON.stringify({ operations: [put, add] }) })
  expect(JSON.parse(done.text)).toEqual({
    results: [{ version: expect.any(String) }, { version: expect.any(String), value: 2 }],
  })
  const refused = await send('POST', 'batch', {
    body: JSON.stringify({ operations: [add, { ...add, key: 'a' }] }),
  })
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    409,
    problem('data.not_number', { operation: 1 }),
  ])
  expect((await send('GET', 's/global/b')).text).toBe('2')
})

test.each([
  ['a value that is no JSON', 'PUT', 's/global/k', { body: '{' }, 400, 'data.not_json'],
  ['an empty value', 'PUT', 's/global/k', { body: '' }, 400, 'data.not_json'],
  [
    'a value that is too large',
    'PUT',
    's/global/k',
    { body: `"${'x'.repeat(1_000)}"` },
    413,
    'data.too_large',
  ],
  ['a name that is too long', 'PUT', `s/global/${'x'.repeat(51)}`, { body: '1' }, 400, 'data.name_invalid'],
  ['a control character', 'PUT', 's/global/a%0Ab', { body: '1' }, 400, 'data.name_invalid'],
  ['a broken escape', 'GET', 's/global/%FF', {}, 400, 'data.name_invalid'],
  ['a player who is no number', 'PUT', 's/player/anna', { body: '1' }, 400, 'data.player_invalid'],
  [
    'players that are no numbers',
    'PUT',
    's/global/k',
    { body: '1', 'X-Players': '12,x' },
    400,
    'data.players_invalid',
  ],
  ['a step that is no number', 'POST', 's/global/k?op=increment&by=1.5', {}, 400, 'data.step_invalid'],
  ['an unknown operation', 'POST', 's/global/k?op=swap', {}, 400, 'input.request_invalid'],
  ['a list of too many', 'GET', 's/global?limit=101', {}, 400, 'input.request_invalid'],
  ['a version that was never kept', 'GET', 's/global/k?version=x', {}, 404, 'data.version_not_kept'],
  ['a wait that is too long', 'GET', 's/player/1?lock=true&wait=26', {}, 400, 'data.wait_invalid'],
  ['a lock outside the scope of players', 'GET', 's/global/k?lock=true', {}, 400, 'data.player_invalid'],
  [
    'an idempotency key with a space',
    'PUT',
    's/global/k',
    { body: '1', 'Idempotency-Key': 'a b' },
    400,
    'data.idempotency_key_invalid',
  ],
  ['an unknown kind', 'PUT', 's', { body: '{"kind":"other"}' }, 400, 'input.request_invalid'],
  ['a missing entry', 'GET', 's/global/k', {}, 404, 'data.not_found'],
])('refuses %s', async (_, method, path, options, status, code) => {
  const { send } = await startServedData({ Data: { ValueBytes: 1_000 } })
  const { text, ...refused } = await send(method, path, options as Record<string, string>)
  expect([refused.status, JSON.parse(text)]).toEqual([status, expect.objectContaining(problem(code))])
  expect(JSON.parse((await send('GET', 's/global')).text).entries).toEqual([])
})

test('refuses a body that arrives without a length once it is too large', async () => {
  const { ask, serverTicket } = await startServedData({ Data: { ValueBytes: 1_000 } })
  const body = new ReadableStream({
    start(controller) {
      for (let at = 0; at < 20; at++) controller.enqueue(new Uint8Array(100).fill(0x31))
      controller.close()
    },
  })
  const init = { method: 'PUT', body, duplex: 'half', headers: { AccessKey: serverTicket } } as RequestInit
  expect((await ask('/api/server/data/s/global/k', init)).status).toBe(413)
})

test('a value beyond what the world may keep is refused, and a smaller one is not', async () => {
  const { send } = await startServedData({ Data: { BytesPerWorld: 1_000_000 } })
  const large = `"${'x'.repeat(600_000)}"`
  expect((await send('PUT', 's/global/a', { body: large })).status).toBe(200)
  const refused = await send('PUT', 's/global/b', { body: large })
  expect([refused.status, JSON.parse(refused.text)]).toEqual([413, problem('data.full', { max: 1_000_000 })])
  expect((await send('PUT', 's/global/a', { body: large })).status).toBe(200)
  expect((await send('DELETE', 's/global/a')).status).toBe(200)
  expect((await send('PUT', 's/global/b', { body: large })).status).toBe(200)
})

test('a budget that is used up answers 429 with the time to wait', async () => {
  const { send } = await startServedData()
  const statuses: number[] = []
  for (let at = 0; at < 8; at++) statuses.push((await send('GET', 's/global')).status)
  expect(statuses).toEqual([...Array(7).fill(200), 429])
  const refused = await send('GET', 's/global')
  expect([JSON.parse(refused.text), refused.headers.get('Retry-After')]).toEqual([
    problem('data.budget'),
    '9',
  ])
})

test.each([
  ['no ticket', '', 400],
  ['an unknown ticket', 'z'.repeat(32), 400],
])('refuses a server with %s', async (_, AccessKey, status) => {
  const { ask } = await startServedData()
  expect((await ask('/api/server/data/s/global', { headers: { AccessKey } })).status).toBe(status)
})

test('refuses the server of a place that uses no services', async () => {
  const { platform, id, send } = await startServedData()
  await platform.db.updateTable('places').set({ services: 0 }).where('id', '=', id).execute()
  const { status, text } = await send('PUT', 's/global/k', { body: '1' })
  expect([status, JSON.parse(text)]).toEqual([403, problem('data.services_off')])
})

test('many large values are read at once, and all arrive', async () => {
  const { send } = await startServedData()
  const body = `"${'x'.repeat(1_000_000)}"`
  await send('PUT', 's/global/k', { body })
  const read = await Promise.all(Array.from({ length: 30 }, () => send('GET', 's/global/k')))
  expect(new Set(read.map(({ text }) => text.length))).toEqual(new Set([body.length]))
})
