import { describe, expect, test } from 'vitest'
import { readListing } from '../leaving/exports/listing.ts'
import { entry, ofPlayer, startDataGame } from '../testing/data-game.ts'
import { databases } from '../testing/platforms.ts'
import { createWebhook } from '../webhooks/door.ts'
import { countBytes } from './entries/queries.ts'
import { erasePlayersData } from './erase.ts'
import { exports } from './export.ts'

const missing = { reason: 'missing' }

describe.each(databases)('erasing and exporting the data of a player on %s', (kind) => {
  async function start() {
    const game = await startDataGame(kind)
    const { servers, anna, maker, enter, platform } = game
    const [server] = servers
    const { number } = await enter(anna)
    const other = (await enter(maker)).number
    await server.put(ofPlayer(number), '"of Anna"')
    await server.put(ofPlayer(other), '"of Maker"')
    const name = (key: string, players: readonly number[]) =>
      server.write(entry(key), { op: 'put', json: `"${key}"`, players })
    await name('house', [number])
    await name('trade', [number, other])
    await name('weather', [])
    return { ...game, server, number, other, anna, platform }
  }

  test('erases their own data and entries about nobody else', async () => {
    const { server, platform, anna, number, other } = await start()
    await erasePlayersData(platform, anna.id)
    await expect(server.read(ofPlayer(number))).rejects.toMatchObject(missing)
    await expect(server.read(entry('house'))).rejects.toMatchObject(missing)
    expect(await server.read(entry('trade'))).toMatchObject({ value: '"trade"', players: String(other) })
    expect((await server.read(entry('weather'))).value).toBe('"weather"')
    expect((await server.read(ofPlayer(other))).value).toBe('"of Maker"')
    const left = ['"of Maker"', '"trade"', '"weather"'].join('').length
    expect(await countBytes(platform.db, server.caller.worldId)).toBe(left)
    const values = await platform.db.selectFrom('data_values').selectAll().execute()
    expect(values.map(({ value }) => value).toSorted()).toEqual(['"of Maker"', '"trade"', '"weather"'])
  })

  test('tells the maker once, however often it is repeated', async () => {
    const { platform, anna, maker, number, place } = await start()
    await platform.webhookSending.stop()
    await createWebhook.own(platform, maker, { url: 'https://example.org/hook', events: 'data.erased' })
    await erasePlayersData(platform, anna.id)
    await erasePlayersData(platform, anna.id)
    const events = await platform.db.selectFrom('webhook_events').select(['type', 'data']).execute()
    expect(events.map(({ type, data }) => ({ type, data: JSON.parse(data) }))).toEqual([
      { type: 'data.erased', data: { place: { id: place.id, name: 'A place' }, player: number, entries: 2 } },
    ])
  })

  test('exports their own data with the values', async () => {
    const { platform, anna, number } = await start()
    const [entries = [], values = []] = await Promise.all(
      (exports.rows?.games ?? []).map((listing) =>
        Array.fromAsync(readListing(platform.db, listing, anna.id)),
      ),
    )
    expect(entries.map(({ store, scope, key }) => [store, scope, key]).toSorted()).toEqual([
      ['coins', 'player', String(number)],
      ['world', 'global', 'house'],
    ])
    expect(values.map(({ value }) => value).toSorted()).toEqual(['"house"', '"of Anna"'])
  })
})
