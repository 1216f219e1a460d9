import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { join } from '../client/client.ts'
import { embedded } from '../support/databases.ts'
import { openEventStream } from '../support/event-stream.ts'
import { type Game, makePlace, startGame } from '../support/game.ts'

describe.each(embedded)('live counts on %s', (kind) => {
  let game: Game
  beforeAll(async () => {
    game = await startGame(kind, {})
  })

  const follow = (places: string) => openEventStream(`${game.product.baseUrl}/games/live?places=${places}`)

  test('reports arrivals and departures to a visitor for the requested places only, until the site stops', async () => {
    const { product, place, build, player, maker } = game
    const other = await makePlace(maker, 'Another place')
    const live = await follow(String(place.id))
    const both = await follow(`${other.id},${place.id},${place.id}`)
    expect(live.response.status).toBe(200)
    expect(live.response.headers.get('content-type')).toBe('text/event-stream')
    expect(live.response.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(live.response.headers.get('x-accel-buffering')).toBe('no')
    const countsFrom = (stream: typeof live) =>
      stream.events.filter(({ name }) => name === 'players').map(({ data }) => data)
    await expect.poll(() => countsFrom(live)).toEqual([{ [place.id]: 0 }])

    const client = await join(product.baseUrl, build, await game.ticketOf(player))
    await client.ping()
    await expect.poll(() => countsFrom(live)).toEqual([{ [place.id]: 0 }, { [place.id]: 1 }])
    await expect.poll(() => countsFrom(both)).toHaveLength(2)
    // Joining another place leaves the first one.
    expect((await player.post(`${other.path}?/join`)).status).toBe(200)
    await expect.poll(() => countsFrom(live).at(-1)).toEqual({ [place.id]: 0 })
    await expect
      .poll(() => countsFrom(both))
      .toEqual([{ [place.id]: 0, [other.id]: 0 }, { [place.id]: 1 }, { [place.id]: 0 }])
    live.leave()

    for (const places of [
      '',
      'x',
      '0',
      `${place.id},`,
      Array(201)
        .fill(0)
        .map((_, id) => id + 1)
        .join(),
    ]) {
      expect((await follow(places)).response.status, places).toBe(400)
    }
    // Streams end as soon as the site stops. Requests that are left are cut off after eight seconds.
    const started = performance.now()
    const stopped = game.stop()
    await both.ended
    expect(performance.now() - started).toBeLessThan(7_000)
    expect(await stopped).toEqual({ code: 0, leaked: [] })
  })

  afterAll(async () => {
    await game.product.stop()
  })
})
