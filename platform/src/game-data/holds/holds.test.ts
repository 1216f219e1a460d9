import { second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { addRun } from '../../places/servers/queries.ts'
import { dataOf, ofPlayer, startDataGame } from '../../testing/data-game.ts'
import { databases } from '../../testing/platforms.ts'
import { requireDataProgram } from '../caller.ts'

const elsewhere = { reason: 'conflict', problem: { code: 'data.player_elsewhere' } }
const changed = { reason: 'outdated', problem: { code: 'data.changed' } }

describe.each(databases)('data of players on %s', (kind) => {
  test('are written only by the server where the player is', async () => {
    const { servers, anna, enter } = await startDataGame(kind)
    const { number } = await enter(anna)
    const coins = ofPlayer(number)
    await servers[0].put(coins, '1')
    await expect(servers[1].put(coins, '2')).rejects.toMatchObject(elsewhere)
    await expect(servers[0].put(ofPlayer(number + 1), '2')).rejects.toMatchObject(elsewhere)
    expect((await servers[1].read(coins)).value).toBe('1')
  })

  test('are not written for a player who was only issued a ticket', async () => {
    const { servers, anna, join } = await startDataGame(kind)
    const { number } = await join(anna)
    await expect(servers[0].put(ofPlayer(number), '1')).rejects.toMatchObject(elsewhere)
  })

  test('can be saved for 30 seconds after the player has left', async () => {
    const { servers, anna, enter, platform } = await startDataGame(kind)
    const { number, leave } = await enter(anna)
    await leave()
    platform.pass(29 * second)
    await servers[0].put(ofPlayer(number), '1')
    platform.pass(second)
    await expect(servers[0].put(ofPlayer(number), '2')).rejects.toMatchObject(elsewhere)
  })

  test('cannot be saved by a server that has been silent for 35 seconds', async () => {
    const { servers, anna, enter, report, platform } = await startDataGame(kind)
    const player = await enter(anna)
    await servers[0].put(ofPlayer(player.number), '1')
    platform.pass(35 * second)
    await servers[0].put(ofPlayer(player.number), '2')
    platform.pass(1)
    await expect(servers[0].put(ofPlayer(player.number), '3')).rejects.toMatchObject(elsewhere)
    await report(player)
  })

  test('are handed over at once when the server before releases them', async () => {
    const { servers, anna, enter, second: other } = await startDataGame(kind)
    const { number } = await enter(anna)
    const coins = ofPlayer(number)
    await servers[0].put(coins, '1')
    await enter(anna, other)
    await expect(servers[1].lock(number)).rejects.toMatchObject(elsewhere)
    await expect(servers[1].put(coins, '5')).rejects.toMatchObject(elsewhere)
    await servers[0].put(coins, '2')
    await servers[0].release(number)
    await servers[1].lock(number)
    await expect(servers[0].put(coins, '9')).rejects.toMatchObject(elsewhere)
    expect((await servers[1].read(coins)).value).toBe('2')
    await servers[1].put(coins, '3')
  })

  test('are handed over when the time to save after leaving is over', async () => {
    const { servers, anna, enter, second: other, platform } = await startDataGame(kind)
    const { number } = await enter(anna)
    await servers[0].put(ofPlayer(number), '1')
    await enter(anna, other)
    platform.pass(30 * second)
    await servers[1].lock(number)
    await servers[1].put(ofPlayer(number), '2')
  })

  test('are handed over at once when the server before has ended', async () => {
    const { servers, anna, enter, serverOf, place, second: other, platform } = await startDataGame(kind)
    const { ticket, id } = await addRun(platform.db, place.id, { now: platform.now(), startedBy: null })
    const run = await serverOf(ticket)
    const { number } = await enter(anna, { id: place.id, ticket })
    await run.put(ofPlayer(number), '1')
    await enter(anna, other)
    await expect(servers[1].lock(number)).rejects.toMatchObject({ problem: { values: { server: id } } })
    await platform.db.deleteFrom('server_runs').where('id', '=', id).execute()
    await servers[1].lock(number)
  })

  test('are free at once where no other server has read or written them', async () => {
    const { servers, anna, enter, second: other } = await startDataGame(kind)
    const { number } = await enter(anna)
    await enter(anna, other)
    await servers[1].lock(number)
    await expect(servers[0].put(ofPlayer(number), '1')).rejects.toMatchObject(elsewhere)
  })

  test('that a server has only read wait for its save, too', async () => {
    const { servers, anna, enter, second: other } = await startDataGame(kind)
    const { number } = await enter(anna)
    await expect(servers[0].read(ofPlayer(number))).rejects.toMatchObject({ reason: 'missing' })
    await enter(anna, other)
    await expect(servers[1].lock(number)).rejects.toMatchObject(elsewhere)
  })

  test('that changed after a server could read them are not overwritten unread', async () => {
    const { servers, anna, enter, second: other } = await startDataGame(kind)
    const { number } = await enter(anna)
    const coins = ofPlayer(number)
    await servers[0].put(coins, '1')
    await enter(anna, other)
    const version = await servers[0].put(coins, '2')
    await servers[0].release(number)
    await expect(servers[1].put(coins, '0')).rejects.toMatchObject({
      ...changed,
      problem: { values: { version } },
    })
    await servers[1].read(coins)
    await servers[1].put(coins, '3')
  })

  test('in different stores have holders of their own', async () => {
    const { servers, anna, enter, second: other } = await startDataGame(kind)
    const { number } = await enter(anna)
    await servers[0].put(ofPlayer(number, 'coins'), '1')
    await enter(anna, other)
    await servers[1].put(ofPlayer(number, 'levels'), '1')
    await servers[0].put(ofPlayer(number, 'coins'), '2')
  })

  test('are written by a program of the maker only while the player is in no server', async () => {
    const { servers, anna, enter, maker, platform, place } = await startDataGame(kind)
    const { number, leave } = await enter(anna)
    const program = dataOf(platform, await requireDataProgram(platform, maker, place.id))
    await servers[0].put(ofPlayer(number), '1')
    await expect(program.put(ofPlayer(number), '5')).rejects.toMatchObject(elsewhere)
    await leave()
    platform.pass(30 * second)
    await program.put(ofPlayer(number), '5')
    await expect(program.lock(number)).rejects.toMatchObject({ problem: { code: 'data.servers_only' } })
  })

  test('a server waits until the one before has released them', async () => {
    const { servers, anna, enter, second: other } = await startDataGame(kind)
    const { number } = await enter(anna)
    await servers[0].put(ofPlayer(number), '1')
    await enter(anna, other)
    const order: string[] = []
    const locked = servers[1].lock(number, { waitSeconds: 20 }).then(() => order.push('locked'))
    await expect(servers[1].lock(number)).rejects.toMatchObject(elsewhere)
    order.push('released')
    await servers[0].release(number)
    await locked
    expect(order).toEqual(['released', 'locked'])
  })
})

/** All orders of four steps of one server and four of another. */
function interleavings(first: number, second: number): string[] {
  if (first === 0 || second === 0) return ['a'.repeat(first) + 'b'.repeat(second)]
  return [
    ...interleavings(first - 1, second).map((rest) => `a${rest}`),
    ...interleavings(first, second - 1).map((rest) => `b${rest}`),
  ]
}

/** The steps come one after the other, so that one database shows the same as the other. */
describe('the race of a save and a load', () => {
  test.each([true, false])('loses no save in any of 70 orders; locks: %s', async (locks) => {
    const { servers, anna, enter, second: other, place, platform } = await startDataGame('SQLite')
    const orders = interleavings(4, 4)
    expect(orders).toHaveLength(70)
    for (const [at, order] of orders.entries()) {
      const store = `store ${at}`
      const { number } = await enter(anna, place)
      const coins = ofPlayer(number, store)
      await servers[0].put(coins, '0')
      await enter(anna, other)
      const saved: { base: number; value: number }[] = []
      const programs = { a: stepsOf(0), b: stepsOf(1) }
      for (const [index, who] of [...order].entries()) {
        platform.pass(second)
        await programs[who as 'a' | 'b'][[...order.slice(0, index)].filter((each) => each === who).length]?.()
      }
      // Each save that was accepted builds on the one before.
      expect(saved.map(({ base }) => base)).toEqual(
        [0, ...saved.map(({ value }) => value)].slice(0, saved.length),
      )
      expect(Number((await servers[0].read(coins)).value)).toBe(saved.at(-1)?.value ?? 0)

      function stepsOf(index: 0 | 1) {
        const server = servers[index]
        let base: number | undefined
        let value = 0
        return [
          async () => {
            if (!locks || (await isAccepted(server.lock(number, { store }))))
              base = Number((await server.read(coins)).value)
          },
          async () => {
            value = (base ?? 0) + 1 + index
          },
          async () => {
            if (base !== undefined && (await isAccepted(server.put(coins, String(value)))))
              saved.push({ base, value })
          },
          () => server.release(number, store),
        ]
      }
    }
  })
})

const isAccepted = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )
