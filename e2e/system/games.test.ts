import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { borrowOn, embedded } from '../support/databases.ts'
import { clientAgent, json, makePlace } from '../support/game.ts'
import { type Person, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

interface Listed {
  places: { name: string; likeCount: number; dislikeCount: number }[]
  next: string | null
}

/** Begins to play as a client does, with a ticket of the game's page. */
async function play({ baseUrl }: Product, player: Person, path: string): Promise<void> {
  const { ticket } = await json<{ ticket: string }>(await player.post(`${path}?/join`))
  const joined = await fetch(`${baseUrl}/game/join?ticket=${ticket}`, { headers: clientAgent })
  expect(joined.status).toBe(200)
}

describe.each(embedded)('games and votes on %s', (kind) => {
  let product: Product

  beforeAll(async () => {
    product = await borrowOn(kind)
  })

  afterAll(async () => {
    await product.stop()
  })

  test('lets a program vote, list games by rating and age, and search them by name', async () => {
    const maker = await register(product.baseUrl, 'Maker')
    const voter = await register(product.baseUrl, 'Voter')
    const first = await makePlace(maker, 'First harbour')
    await makePlace(maker, 'Second hill')
    await play(product, voter, first.path)
    const listed = async (query: string) =>
      (await json<Listed>(await visitor(product.baseUrl).get(`/games${query}`))).places.map(
        ({ name, likeCount, dislikeCount }) => [name, likeCount, dislikeCount],
      )
    for (const move of ['like', 'dislike', 'unlike', 'like']) {
      expect((await voter.post(`${first.path}?/${move}`)).status).toBeLessThan(300)
    }
    expect(await json(await voter.get(first.path))).toMatchObject({
      likeCount: 1,
      dislikeCount: 0,
      likes: true,
      dislikes: false,
    })
    expect(await json(await maker.get(first.path))).toMatchObject({ likeCount: 1, likes: false })
    // Rankings count votes of players, whose visits are counted soon after they begin.
    await expect
      .poll(() => listed('?sort=rated'))
      .toEqual([
        ['First harbour', 1, 0],
        ['Second hill', 0, 0],
      ])
    expect(await listed('?sort=new')).toEqual([
      ['Second hill', 0, 0],
      ['First harbour', 1, 0],
    ])
    expect(await listed('?q=HARB')).toEqual([['First harbour', 1, 0]])
    await voter.post(`${first.path}?/unlike`)
    expect(await json(await voter.get(first.path))).toMatchObject({ likeCount: 0, likes: false })
  })

  test('shows makers the statistics of a game as JSON and CSV, and nobody else', async () => {
    const maker = await register(product.baseUrl, 'Counting')
    const player = await register(product.baseUrl, 'Counted')
    const { path } = await makePlace(maker, 'Counted harbour')
    await play(product, player, path)
    await player.post(`${path}?/like`)
    const today = { visits: 1, newPlayers: 1, returningPlayers: 0, likes: 1, dislikes: 0 }
    await expect
      .poll(async () => {
        const view = await json<{ statistics: object[] }>(await maker.get(`${path}/statistics?by=hour`))
        return view.statistics.at(-1)
      })
      .toMatchObject(today)
    expect(await json(await maker.get('/develop'))).toMatchObject({
      places: [{ playerCount: 1, lately: { visits: 1 }, before: { visits: 0 } }],
      overview: { lately: { visits: 1, likes: 1, comments: 0 } },
    })
    const csv = await maker.get(`${path}/statistics/statistics.csv`, '*/*')
    const [head, row] = (await csv.text()).split('\r\n')
    expect([csv.headers.get('content-type'), head]).toEqual([
      'text/csv; charset=utf-8',
      'Start,Visits,New players,Returning players,Players on average,Seconds per session,Likes,Dislikes',
    ])
    expect(row).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000Z,1,1,0,[\d.]+,,1,0$/)
    for (const page of ['statistics', 'statistics/statistics.csv'])
      expect((await player.get(`${path}/${page}`)).status).toBe(404)
  })
})
