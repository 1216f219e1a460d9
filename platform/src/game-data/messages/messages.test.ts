import { minute, second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { startDataGame } from '../../testing/data-game.ts'
import { type DatabaseKind, databases } from '../../testing/platforms.ts'
import { listenToMessages } from '../../testing/server-messages.ts'
import { sweepMessages } from './queries.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, at) => String(at))

async function start(kind: DatabaseKind) {
  const game = await startDataGame(kind)
  const { platform, servers, placeOf, serverOf } = game
  const [here, there] = [servers[0].caller, servers[1].caller]
  const otherGame = async () => {
    const other = await placeOf('Another game')
    await platform.db.updateTable('places').set({ services: 1 }).where('id', '=', other.id).execute()
    return (await serverOf(other.ticket)).caller
  }
  return {
    ...game,
    ...{ here, there, otherGame },
    send: (body: string, { topic = 'news', from = here } = {}) =>
      platform.serverMessages.send(from, topic, body),
    listen: (
      topics: readonly string[] = ['news'],
      { as = there, after = undefined as number | undefined } = {},
    ) => listenToMessages(platform, as, topics, after),
  }
}

describe.each(databases)('messages between servers on %s', (kind) => {
  test('reach every server of the world, also the sender, in the order of each topic', async () => {
    const { send, listen, here, there } = await start(kind)
    const listeners = [await listen(['news', 'trade'], { as: here }), await listen(['trade', 'news'])]
    const sent: [number, string][] = []
    const sendAll = async (topic: string, from: typeof here) => {
      for (const at of upTo(60)) {
        const body = `"${topic} ${at}"`
        sent.push([await send(body, { topic, from }), body])
      }
    }
    await Promise.all([sendAll('news', here), sendAll('trade', there)])
    const inOrder = sent.toSorted(([a], [b]) => a - b)
    for (const { bodies, ids } of listeners) {
      await expect.poll(() => bodies).toEqual(inOrder.map(([, body]) => body))
      expect(ids).toEqual(inOrder.map(([id]) => id))
      expect(bodies.filter((body) => body.includes('trade'))).toEqual(upTo(60).map((at) => `"trade ${at}"`))
    }
  })

  test('reach no other topic, letter case included, and no other world', async () => {
    const { send, listen, otherGame } = await start(kind)
    const stranger = await otherGame()
    const listeners = [
      await listen(['news']),
      await listen(['News']),
      await listen(['news'], { as: stranger }),
    ]
    await send('1')
    await send('2', { topic: 'News' })
    await send('3', { from: stranger })
    await send('4')
    await send('5', { topic: 'News' })
    await send('6', { from: stranger })
    const expected = [
      ['1', '4'],
      ['2', '5'],
      ['3', '6'],
    ]
    for (const [at, { bodies }] of listeners.entries()) await expect.poll(() => bodies).toEqual(expected[at])
  })

  test('begin with those sent after the stream was opened', async () => {
    const { send, listen } = await start(kind)
    await send('1')
    const first = await listen()
    await send('2')
    await expect.poll(() => first.bodies).toEqual(['2'])
    const second = await listen()
    await send('3')
    for (const [{ bodies }, expected] of [
      [first, ['2', '3']],
      [second, ['3']],
    ] as const)
      await expect.poll(() => bodies).toEqual(expected)
  })

  test('continue after the last one that a server has, and after the begin of a stream without any', async () => {
    const { send, listen } = await start(kind)
    await send('0')
    const first = await listen()
    await expect.poll(() => first.positions).toHaveLength(1)
    first.leave()
    await first.ended
    for (const at of upTo(450)) await send(at)
    const second = await listen(['news'], { after: first.positions[0] })
    await expect.poll(() => second.bodies).toEqual(upTo(450))
    const third = await listen(['news'], { after: second.ids[199] })
    await send('last')
    await expect.poll(() => third.bodies).toEqual([...upTo(450).slice(200), 'last'])
    await expect.poll(() => second.bodies.at(-1)).toBe('last')
  })

  test('are read again when a server continues while others send', async () => {
    const { send, listen } = await start(kind)
    const sending = (async () => {
      for (const at of upTo(300)) await send(at)
    })()
    const got: string[] = []
    let after = 0
    while (got.length < 300) {
      const { bodies, ids, leave, ended } = await listen(['news'], { after })
      await expect.poll(() => bodies.length, { interval: 1 }).toBeGreaterThan(0)
      leave()
      await ended
      got.push(...bodies)
      after = ids.at(-1) ?? after
    }
    await sending
    expect(got).toEqual(upTo(300))
  })

  test('are gone after a minute, and their ids are not used again, even when the clock is set back', async () => {
    const { platform, send, listen } = await start(kind)
    const before = await send('1')
    platform.pass(30 * second)
    const young = await send('2')
    platform.pass(31 * second)
    const late = await listen(['news'], { after: before - 1 })
    await expect.poll(() => late.bodies).toEqual(['2'])
    await sweepMessages(platform)
    const kept = () => platform.db.selectFrom('data_messages').select('body').execute()
    expect(await kept()).toEqual([{ body: '2' }])
    platform.setClock(31 * second)
    await sweepMessages(platform)
    expect(await kept()).toEqual([{ body: '' }])
    const later = await listen(['news'], { after: before - 1 })
    platform.setClock(-10 * minute)
    expect(await send('3')).toBeGreaterThan(young)
    await expect.poll(() => late.bodies).toEqual(['2', '3'])
    await expect.poll(() => later.bodies).toEqual(['3'])
  })

  test('with an id from before a restored backup begin now', async () => {
    const { send, listen } = await start(kind)
    const id = await send('1')
    const { bodies } = await listen(['news'], { after: id + 1_000_000_000 })
    await send('2')
    await expect.poll(() => bodies).toEqual(['2'])
  })

  test('are found without a signal', async () => {
    const { platform, here, listen } = await start(kind)
    const { bodies } = await listen()
    const id = platform.now() * 1_000 + 5
    const message = { world_id: here.worldId, id, topic: 'news', body: '1', created: platform.now() }
    await platform.db.insertInto('data_messages').values(message).execute()
    await platform.serverMessages.poll()
    await expect.poll(() => bodies).toEqual(['1'])
  })
})
