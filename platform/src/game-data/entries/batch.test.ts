import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { entry, ofPlayer, startDataGame } from '../../testing/data-game.ts'
import { databases } from '../../testing/platforms.ts'
import { sweepGameData } from '../sweep.ts'
import { parseBatch } from './input.ts'
import { writeEntries } from './write.ts'

const operations = (...all: object[]) => parseBatch(JSON.stringify({ operations: all }), 1_000)
const put = (key: string, value: unknown) => ({ op: 'put', store: 'world', key, value })

describe.each(databases)('batches on %s', (kind) => {
  test('change all their entries', async () => {
    const { servers, platform } = await startDataGame(kind)
    const [server] = servers
    await server.put(entry('c'), '1')
    const add = { op: 'increment', store: 'world', key: 'b', by: 5 }
    const remove = { op: 'delete', store: 'world', key: 'c' }
    const { results } = await writeEntries(platform, server.caller, operations(put('a', 1), add, remove))
    expect(results.map(({ value }) => value)).toEqual([null, '5', null])
    expect((await server.read(entry('a'))).value).toBe('1')
    await expect(server.read(entry('c'))).rejects.toMatchObject({ reason: 'missing' })
  })

  test('change nothing if one operation is refused, and name it', async () => {
    const { servers, platform } = await startDataGame(kind)
    const [server] = servers
    const failing = { ...put('b', 1), ifVersion: '5' }
    const batch = operations(put('a', 1), failing, put('c', 1))
    await expect(writeEntries(platform, server.caller, batch)).rejects.toMatchObject({
      reason: 'outdated',
      failed: 1,
    })
    await expect(server.read(entry('a'))).rejects.toMatchObject({ reason: 'missing' })
  })

  test('write no data of a player who is elsewhere', async () => {
    const { servers, platform, anna, enter } = await startDataGame(kind)
    const { number } = await enter(anna)
    const coins = { op: 'put', store: 'coins', scope: 'player', key: String(number), value: 9 }
    const batch = operations(put('a', 1), coins)
    await expect(writeEntries(platform, servers[1].caller, batch)).rejects.toMatchObject({
      problem: { code: 'data.player_elsewhere' },
      failed: 1,
    })
    await expect(servers[1].read(entry('a'))).rejects.toMatchObject({ reason: 'missing' })
    await expect(servers[0].read(ofPlayer(number))).rejects.toMatchObject({ reason: 'missing' })
  })

  test('of several servers at once, in any order of their entries, all finish', async () => {
    const { servers, platform } = await startDataGame(kind)
    const add = (key: string) => ({ op: 'increment', store: 'world', key, by: 1 })
    const orders = [
      ['a', 'b', 'c'],
      ['c', 'b', 'a'],
      ['b', 'c', 'a'],
    ]
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        writeEntries(
          platform,
          servers[at % 2 === 0 ? 0 : 1].caller,
          operations(...(orders[at % 3] ?? []).map(add)),
        ),
      ),
    )
    for (const key of ['a', 'b', 'c']) expect((await servers[0].read(entry(key))).value).toBe('12')
  })
})

describe.each(databases)('idempotency keys on %s', (kind) => {
  test('make a repeat the same answer, and no change', async () => {
    const { servers } = await startDataGame(kind)
    const add = () => servers[0].write(entry('gold'), { op: 'increment', by: 5 }, 'key 1')
    const first = await add()
    expect(await add()).toEqual(first)
    expect((await servers[0].read(entry('gold'))).value).toBe('5')
  })

  test('make one change of many calls at once', async () => {
    const { servers } = await startDataGame(kind)
    const calls = Array.from({ length: 15 }, () =>
      servers[0].write(entry('gold'), { op: 'increment', by: 5 }, 'key'),
    )
    const answers = await Promise.all(calls)
    expect(new Set(answers.map((answer) => answer?.version)).size).toBe(1)
    expect((await servers[0].read(entry('gold'))).value).toBe('5')
  })

  test('of different servers are different keys', async () => {
    const { servers } = await startDataGame(kind)
    for (const server of servers) await server.write(entry('gold'), { op: 'increment', by: 5 }, 'key')
    expect((await servers[0].read(entry('gold'))).value).toBe('10')
  })

  test('are refused for another request', async () => {
    const { servers } = await startDataGame(kind)
    await servers[0].write(entry('gold'), { op: 'increment', by: 5 }, 'key')
    await expect(servers[0].write(entry('gold'), { op: 'increment', by: 6 }, 'key')).rejects.toMatchObject({
      problem: { code: 'data.key_reused' },
    })
  })

  test('are not kept for a refused request', async () => {
    const { servers } = await startDataGame(kind)
    const change = { op: 'put', json: '1', ifVersion: '7' } as const
    await expect(servers[0].write(entry('gold'), change, 'key')).rejects.toMatchObject({ reason: 'outdated' })
    await servers[0].write(entry('gold'), { op: 'put', json: '1' }, 'key')
  })

  test('are forgotten after a day', async () => {
    const { servers, platform } = await startDataGame(kind)
    const add = () => servers[0].write(entry('gold'), { op: 'increment', by: 5 }, 'key')
    await add()
    platform.pass(day + 1)
    await sweepGameData(platform)
    await add()
    expect((await servers[0].read(entry('gold'))).value).toBe('10')
  })
})

test('a batch keeps the digits of its values', () => {
  const body =
    '{"operations":[{"op":"put","store":"s","key":"k","value":[1.50,12345678901234567890,"\\u0001"]}]}'
  expect(parseBatch(body, 1_000)[0]?.change).toMatchObject({ json: '[1.50,12345678901234567890,"\\u0001"]' })
})

test.each([
  ['no JSON', 'x', 'data.batch_invalid'],
  ['no operations', '{"operations":[]}', 'data.batch_invalid'],
  ['too many operations', JSON.stringify({ operations: Array(26).fill(put('a', 1)) }), 'data.batch_invalid'],
  [
    'an unknown operation',
    JSON.stringify({ operations: [{ ...put('a', 1), op: 'swap' }] }),
    'data.batch_invalid',
  ],
  ['an entry twice', JSON.stringify({ operations: [put('a', 1), put('a', 2)] }), 'data.batch_repeats'],
  [
    'a put without a value',
    JSON.stringify({ operations: [{ op: 'put', store: 's', key: 'k' }] }),
    'data.not_json',
  ],
  [
    'an increment without a step',
    JSON.stringify({ operations: [{ op: 'increment', store: 's', key: 'k' }] }),
    'data.step_invalid',
  ],
  [
    'a value that is too large',
    JSON.stringify({ operations: [put('a', 'x'.repeat(1_000))] }),
    'data.too_large',
  ],
  ['a key that is too long', JSON.stringify({ operations: [put('x'.repeat(51), 1)] }), 'data.name_invalid'],
  [
    'a number that no player has',
    JSON.stringify({ operations: [{ ...put('0', 1), scope: 'player' }] }),
    'data.player_invalid',
  ],
])('a batch with %s is refused', (_, body, code) => {
  expect(() => parseBatch(body, 1_000)).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ code }) }),
  )
})
