import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { join } from '../client/client.ts'
import { refusalWith } from '../support/answers.ts'
import { databases } from '../support/databases.ts'
import { clientAgent, type Game, json, setNetwork, startGame } from '../support/game.ts'
import { register, visitor } from '../support/person.ts'

describe.each(databases)('playing on %s', (kind) => {
  let game: Game

  beforeAll(async () => {
    game = await startGame(kind)
    const set = await setNetwork(game, { serverAddress: 'play.example.org', serverPort: '2000' })
    expect(await set.json()).toEqual({ message: 'Network settings updated successfully!' })
  })
  afterAll(async () => {
    expect(await game.stop()).toEqual({ code: 0, leaked: [] })
  })

  const redeem = (ticket: string, method = 'GET') => game.ask(`/game/join?ticket=${ticket}`, { method })
  const invalidSession = { status: 400, text: 'Invalid Game Session' }

  /** Returns the number of players in the list of games, as a visitor sees it. */
  const playerCount = async () => {
    const { places } = await json<{ places: { id: number; playerCount: number }[] }>(
      await visitor(game.product.baseUrl).get('/games'),
    )
    return places.find(({ id }) => id === game.place.id)?.playerCount
  }

  test('joins a place once with a ticket from its page, and lists the player on the page and in the list', async () => {
    const { product, place, build, player, maker } = game
    const ticket = await game.ticketOf(player)
    expect(await game.players()).toEqual([])

    const client = await join(product.baseUrl, build, ticket)
    expect(client).toMatchObject({
      placeId: place.id,
      serverAddress: 'play.example.org',
      serverPort: 2000,
      username: 'Player_2',
      membership: 'Enum.MembershipType.None',
      appearanceUrl: `${product.baseUrl}/asset/characterfetch/Player_2`,
      pingUrl: `${product.baseUrl}/game/clientpresence?ticket=${ticket}`,
      pingSeconds: 15,
    })
    await client.ping()
    expect(await game.players()).toEqual(['Player_2'])
    await expect(join(product.baseUrl, build, ticket)).rejects.toThrow('400 Invalid Game Session')

    const administrator = await join(product.baseUrl, build, await game.ticketOf(maker))
    expect(administrator.membership).toBe('Enum.MembershipType.OutrageousBuildersClub')
    expect(administrator.userId).not.toBe(client.userId)
    expect(await game.players()).toEqual(['Player_2', 'Maker'])
    await expect.poll(playerCount).toBe(2)
  })

  test('gives one of twenty simultaneous requests with one ticket a script', async () => {
    const ticket = await game.ticketOf(game.player)
    // Simultaneous requests are redeemed in one batch. Some come a little later, during that batch.
    const bring = (_: unknown, at: number) => sleep(at % 10).then(() => redeem(ticket))
    const answers = await Promise.all(Array.from({ length: 20 }, bring))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200)).toEqual(Array(19).fill(invalidSession))
  })

  test('lets one of ten simultaneous joins of a person succeed', async () => {
    const person = await register(game.product.baseUrl, 'Everywhere')
    const tickets = await Promise.all(Array.from({ length: 10 }, () => game.ticketOf(person)))
    expect(new Set(tickets).size).toBe(10)
    const answers = await Promise.all(tickets.map((ticket) => redeem(ticket)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await game.players()).filter((username) => username === 'Everywhere')).toHaveLength(1)
  })

  test('ends the older game when its player gets a newer ticket, and ignores its pings', async () => {
    const first = await join(game.product.baseUrl, game.build, await game.ticketOf(game.player))
    expect(await game.players()).toContain('Player_2')
    const newer = await game.ticketOf(game.player)
    expect(await game.players()).not.toContain('Player_2')
    await first.ping()
    // Pings of clients and of game servers are written together.
    const { place, maker } = game
    const reportUrl = `${game.product.baseUrl}/game/serverpresence?ticket=${place.serverTicket}`
    expect((await fetch(reportUrl, { headers: clientAgent })).status).toBe(200)
    const serverPing = async () =>
      (await json<{ serverPing: number }>(await maker.get(place.path))).serverPing
    await expect.poll(serverPing).toBeGreaterThan(0)
    expect(await game.players()).not.toContain('Player_2')
    expect((await redeem(newer)).status).toBe(200)
  })

  test('opens a private place with its private ticket, and with no other place’s', async () => {
    const { maker, place, player, ask } = game
    const settings = (form: string, fields = {}) => maker.post(`${place.path}/settings?/${form}`, fields)
    await settings('privacy', { privateServer: 'true' })
    const { privateTicket } = await json<{ privateTicket: string }>(await maker.get(`${place.path}/settings`))
    const joins = (fields = {}) => player.post(`${place.path}?/join`, fields)

    const closed = await joins()
    expect([closed.status, await closed.json()]).toEqual([404, refusalWith('Place not found')])
    const { ticket } = await json<{ ticket: string }>(await joins({ privateTicket }))
    const wrong = 'a'.repeat(privateTicket.length)
    expect(await ask(`/game/join?ticket=${ticket}&privateServer=${wrong}`)).toEqual({
      status: 400,
      text: 'Invalid Private Server',
    })
    expect((await ask(`/game/join?ticket=${ticket}&privateServer=${privateTicket}`)).status).toBe(200)

    await settings('privatelink')
    expect((await joins({ privateTicket })).status).toBe(404)
    await settings('privacy', { privateServer: 'false' })
    expect(game.product.output()).not.toContain(privateTicket)
  })

  test('runs the local test without a ticket', async () => {
    const local = await join(game.product.baseUrl, game.build)
    expect(local).toMatchObject({
      placeId: 0,
      serverAddress: 'localhost',
      serverPort: 53_640,
      username: 'Player1',
      appearanceUrl: '',
      pingUrl: '',
    })
  })

  test('spends no ticket on a request with another method than GET or POST', async () => {
    const ticket = await game.ticketOf(game.player)
    for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE']) {
      expect((await redeem(ticket, method)).status).toBeGreaterThanOrEqual(400)
    }
    expect((await redeem(ticket, 'POST')).status).toBe(200)
  })
})
