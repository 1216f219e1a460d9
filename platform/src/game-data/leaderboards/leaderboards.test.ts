import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { numbersOf } from '../../accounts/door.ts'
import { dataOf, entry, ofPlayer } from '../../testing/data-game.ts'
import { startLeaderboards, weekly } from '../../testing/leaderboards.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases } from '../../testing/platforms.ts'
import { listEntries } from '../entries/list.ts'
import { viewLeaderboards } from '../pages/view-leaderboard.ts'
import { sweepGameData } from '../sweep.ts'

describe.each(databases)('leaderboards on %s', (kind) => {
  test('list players by score, and equal scores by number', async () => {
    const { declare, enterAs, server, listed } = await startLeaderboards(kind)
    await declare()
    const [ada, ben, cleo] = [await enterAs('Ada'), await enterAs('Ben'), await enterAs('Cleo')]
    await server.put(ofPlayer(cleo.number), '7')
    await server.put(ofPlayer(ben.number), '9')
    await server.put(ofPlayer(ada.number), '7')
    const [second, third] = ada.number < cleo.number ? ['Ada', 'Cleo'] : ['Cleo', 'Ada']
    expect(await listed()).toEqual([
      [1, 'Ben', 9],
      [2, second, 7],
      [3, third, 7],
    ])
  })

  test.each([
    ['best', 10, '10'],
    ['last', 6, '6'],
    ['sum', 23, '23'],
  ])('keep the %s of the numbers, which is the value of the entry', async (keep, score, value) => {
    const { declare, enterAs, server, listed } = await startLeaderboards(kind)
    await declare({ ...weekly, keep })
    const { number } = await enterAs('Ada')
    await server.put(ofPlayer(number), '10')
    await server.put(ofPlayer(number), '4')
    // For `best`, the increment gives 8, which is less than the present score.
    if (keep === 'sum') await server.increment(ofPlayer(number), 9)
    else if (keep === 'last') await server.increment(ofPlayer(number), 2)
    else await server.increment(ofPlayer(number), -2)
    expect([await listed(), (await server.read(ofPlayer(number))).value]).toEqual([
      [[1, 'Ada', score]],
      value,
    ])
  })

  test('begin from nothing in a new period, and keep the scores of the one before', async () => {
    const { platform, declare, listed, place } = await startLeaderboards(kind)
    await declare({ ...weekly, keep: 'sum' })
    const { id } = await registerPerson(platform, 'Ada')
    const number = (await numbersOf(platform.db, [id])).get(id) ?? 0
    // A program writes, because no player stays for a week.
    const program = dataOf(platform, { worldId: place.id, server: null, name: 'program' })
    await program.put(ofPlayer(number), '5')
    platform.setClock(7 * day)
    expect(await listed()).toEqual([])
    await program.increment(ofPlayer(number), 2)
    expect([await listed(), await listed('best', 'before')]).toEqual([[[1, 'Ada', 2]], [[1, 'Ada', 5]]])
    platform.setClock(-7 * day)
    await program.increment(ofPlayer(number), 1)
    expect(await listed()).toEqual([[1, 'Ada', 6]])
    platform.setClock(14 * day)
    await sweepGameData(platform)
    expect([await listed(), await listed('best', 'before')]).toEqual([[], [[1, 'Ada', 2]]])
    expect(await platform.db.selectFrom('data_scores').select('score').execute()).toEqual([{ score: 2 }])
  })

  test('show five players above and below a player, with their ranks', async () => {
    const { platform, declare, enterAs, server, listed, place } = await startLeaderboards(kind)
    await declare()
    const { actor, number } = await enterAs('Ada')
    const others = []
    for (let at = 0; at < 14; at++) others.push(await registerPerson(platform, `Player${at}`))
    await server.put(ofPlayer(number), '115')
    const numbers = await numbersOf(
      platform.db,
      others.map(({ id }) => id),
    )
    const scores = others.map(({ id }, at) => ({
      ...{ world_id: place.id, store: 'coins', score: 100 + 2 * at, expires: null },
      began: Date.parse('2026-11-16'),
      number: numbers.get(id) ?? 0,
    }))
    await platform.db.insertInto('data_scores').values(scores).execute()
    expect((await listed('around', 'present', actor)).map(([rank, name]) => `${rank} ${name}`)).toEqual(
      ['2 Player12', '3 Player11', '4 Player10', '5 Player9', '6 Player8', '7 Ada', '8 Player7'].concat([
        '9 Player6',
        '10 Player5',
        '11 Player4',
        '12 Player3',
      ]),
    )
    expect(await listed('around', 'present', others[0])).toHaveLength(6)
  })

  test('show the friends of a player, and the player', async () => {
    const { platform, declare, enterAs, server, listed } = await startLeaderboards(kind)
    await declare()
    const people = [await enterAs('Ada'), await enterAs('Ben'), await enterAs('Cleo')] as const
    for (const [at, { number }] of people.entries()) await server.put(ofPlayer(number), String(at))
    const [anna, ben, cleo] = people
    const [low_id = '', high_id = ''] = [anna.actor.id, cleo.actor.id].sort()
    const friends = { low_id, high_id, requested_by: null, created: platform.now() }
    await platform.db.insertInto('friendships').values(friends).execute()
    expect(await listed('friends', 'present', anna.actor)).toEqual([
      [1, 'Cleo', 2],
      [2, 'Ada', 0],
    ])
    expect(await listed('friends', 'present', ben.actor)).toEqual([[1, 'Ben', 1]])
  })

  test('lose no addition of two servers at once', async () => {
    const { declare, enterAs, server, listed, caller, platform } = await startLeaderboards(kind)
    await declare({ ...weekly, keep: 'sum' })
    const { number } = await enterAs('Ada')
    const other = dataOf(platform, caller)
    const adding = Array.from({ length: 20 }, (_, at) =>
      (at % 2 === 0 ? server : other).put(ofPlayer(number), '1'),
    )
    await Promise.all(adding)
    expect(await listed()).toEqual([[1, 'Ada', 20]])
  })

  test('take the scores of every server in which the player is, or was a moment ago', async () => {
    const { declare, enter, enterAs, second, servers, listed } = await startLeaderboards(kind)
    await declare({ ...weekly, keep: 'sum' })
    const { number, actor } = await enterAs('Ada')
    const [here, there] = servers
    await expect(there.put(ofPlayer(number), '1')).rejects.toMatchObject({
      problem: { code: 'data.player_elsewhere' },
    })
    await here.put(ofPlayer(number), '1')
    await enter(actor, second)
    await there.put(ofPlayer(number), '1')
    await here.put(ofPlayer(number), '1')
    expect(await listed()).toEqual([[1, 'Ada', 3]])
  })

  test('begin with the numbers that their store has', async () => {
    const { declare, enterAs, server, listed, platform } = await startLeaderboards(kind)
    await declare({ kind: 'ordered' })
    const { number } = await enterAs('Ada')
    await server.put(ofPlayer(number), '5')
    await declare({ ...weekly, period: 'day' })
    expect(await listed()).toEqual([[1, 'Ada', 5]])
    platform.setClock(day)
    await declare({ ...weekly, period: 'none' })
    expect(await listed()).toEqual([[1, 'Ada', 5]])
    await declare({ ...weekly, period: 'day' })
    expect(await listed()).toEqual([])
  })

  test('have scores of the scope of players only', async () => {
    const { declare, server, listed } = await startLeaderboards(kind)
    await declare()
    await server.put(entry('12', 'coins'), '3')
    await server.put(entry('12', 'coins'), '2')
    expect([await listed(), (await server.read(entry('12', 'coins'))).value]).toEqual([[], '2'])
  })

  test('can be ended, which leaves the numbers', async () => {
    const { declare, enterAs, server, place, platform, caller } = await startLeaderboards(kind)
    await declare()
    const { number } = await enterAs('Ada')
    await server.put(ofPlayer(number), '5')
    await declare({ kind: 'ordered', public: false })
    expect((await viewLeaderboards(platform, place.id)).count).toBe(0)
    const { entries } = await listEntries(platform, caller, ofPlayer(number), { limit: 5, prefix: '' })
    expect(entries).toHaveLength(1)
  })

  test.each([
    ['without a title', { ...weekly, title: ' ' }],
    ['with a title of 51 characters', { ...weekly, title: 'a'.repeat(51) }],
    ['with an unknown period', { ...weekly, period: 'year' }],
    ['with an unknown way to keep', { ...weekly, keep: 'worst' }],
    ['of any values', { ...weekly, kind: 'standard' }],
  ])('are refused %s', async (_, choice) => {
    const { declare } = await startLeaderboards(kind)
    await expect(declare(choice)).rejects.toMatchObject({ problem: { code: 'input.request_invalid' } })
  })

  test('are at most 20 in a game', async () => {
    const { declare } = await startLeaderboards(kind)
    for (let at = 0; at < 20; at++) await declare(weekly, `store ${at}`)
    await declare({ ...weekly, title: 'Another title' }, 'store 3')
    await expect(declare(weekly, 'one more')).rejects.toMatchObject({
      problem: { code: 'data.leaderboards_full' },
    })
  })
})
