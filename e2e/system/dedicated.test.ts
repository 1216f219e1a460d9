import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { join } from '../client/client.ts'
import { refusalWith } from '../support/answers.ts'
import { json, makePlace, type Place, publicKeyOf, setNetwork, upload } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { startProduct } from '../support/product.ts'
import { childOf, greet, prepareServers, type Servers } from '../support/servers.ts'
import { withDatabase } from '../support/stock.ts'

interface View {
  players: { username: string }[]
  servers: { kind: string; state: string; reason?: string }[]
  orbiterURL: string
}

/** The response of `/admin/servers`. */
interface ServersView {
  orchestrator: string
  servers: {
    state: string
    kind: string
    players: number
    port: number
    heard: number | null
    reason: string
  }[]
}

/** Few, because the orchestrator's own tests start 20. */
const placeCount = 6

/** Creates a place whose id differs from another's by 25,000, so that both prefer the same port. */
async function twinOf(product: Product, { id, path }: Place): Promise<Place> {
  const twinId = id > 500_000_000 ? id - 25_000 : id + 25_000
  const serverTicket = 't'.repeat(32)
  await withDatabase(product, async (db) => {
    // The database computes `listed`.
    const { listed: _, ...place } = await db
      .selectFrom('places')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await db.insertInto('asset_ids').values({ id: twinId }).execute()
    const own = { id: twinId, server_ticket: serverTicket, private_ticket: 'p'.repeat(32) }
    await db
      .insertInto('places')
      .values({ ...place, ...own })
      .execute()
  })
  return { id: twinId, path: path.replace(String(id), String(twinId)), serverTicket }
}

// Tables in `contract/` check the other modes of hosting.
describe('playing on dedicated servers', () => {
  let servers: Servers
  let product: Product
  let build: { publicKey: string }
  let maker: Person
  let player: Person
  const places: Place[] = []
  let asker = 0

  /** Each press comes from an address of its own, because starts are limited by address. */
  const press = (person: Person, { path }: Place, action: string) =>
    person.post(`${path}?/${action}`, {}, { 'x-forwarded-for': `198.18.${asker >> 8}.${asker++ & 255}` })
  const view = async ({ path }: Place) => json<View>(await maker.get(path))
  const stateOf = async (place: Place) => (await view(place)).servers[0]?.state
  /** Returns the operator's view of the place's server. */
  const seenBy = async (person: Person, { id }: Place) => {
    const { servers: seen, ...about } = await json<ServersView>(await person.get(`/admin/servers?q=${id}`))
    return { ...about, server: seen[0] }
  }
  const until = (place: Place, state: string, timeout = 60_000) =>
    expect.poll(() => stateOf(place), { timeout, interval: 200 }).toBe(state)
  const start = async (place: Place, person = player) => {
    const { status } = await press(person, place, 'start')
    expect(status).toBe(204)
  }
  const joinAs = async (person: Person, place: Place) => {
    const { ticket } = await json<{ ticket: string }>(await press(person, place, 'join'))
    return join(product.baseUrl, build, ticket)
  }
  /** Joins as a client does, and connects to the place's own server at the script's address. */
  const play = async (person: Person, place: Place) => {
    const client = await joinAs(person, place)
    expect(client).toMatchObject({ placeId: place.id, serverAddress: 'localhost' })
    expect(await greet(Number(client.serverPort))).toMatchObject({ placeId: place.id })
    return client
  }

  beforeAll(async () => {
    servers = await prepareServers(
      // Starts that were answered late count for some minutes. Shares have tests of their own.
      { ReadySeconds: 60, ServersPerOwner: 4 * placeCount },
      {
        Gameservers: { Hosting: 'Both' },
        Places: { PerUser: placeCount },
        TrustedProxies: ['127.0.0.1', '::1'],
      },
    )
    product = await startProduct(servers.environment)
    await servers.build(product)
    build = { publicKey: await publicKeyOf(product) }
    maker = await register(product.baseUrl, 'Maker')
    player = await register(product.baseUrl, 'Player_2')
    for (let number = 1; number <= placeCount; number++) {
      const place = await makePlace(maker, `Place ${number}`)
      await setNetwork({ maker, place }, { dedicated: 'on' })
      expect((await upload({ maker, place }, randomBytes(1_000))).status).toBe(200)
      places.push(place)
    }
  })
  afterEach(() => servers.behave({ default: {} }))
  afterAll(async () => {
    await product.kill()
    await servers.remove()
  })
  const [first, second] = [() => places[0] as Place, () => places[1] as Place]

  test('starts from the page, is joined and listed, and its players leave when it is closed', async () => {
    const place = first()
    expect(await stateOf(place)).toBe('stopped')
    expect((await joinAs(player, place)).serverPort).toBe(10_000 + (place.id % 25_000))
    await start(place)
    await until(place, 'ready')
    await start(place)
    const { pid } = await servers.ask('GET', place.id)
    const argv = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    expect(argv.split('\0').filter((text) => /[a-z0-9]{32}|ticket/.test(text))).toEqual([])
    const client = await play(player, place)
    await client.ping()
    const players = async () => (await view(place)).players.map(({ username }) => username)
    expect(await players()).toEqual(['Player_2'])
    expect(await seenBy(maker, place)).toMatchObject({
      orchestrator: 'reachable',
      server: { kind: 'dedicated', state: 'ready', players: 1, port: Number(client.serverPort) },
    })
    expect((await player.get('/admin/servers')).status).toBe(403)
    // The site tells the orchestrator at once, because nobody had played on this server before.
    await expect.poll(async () => (await servers.ask('GET', place.id)).players, { timeout: 60_000 }).toBe(1)

    const refused = await press(player, place, 'close')
    expect([refused.status, await refused.json()]).toEqual([
      403,
      refusalWith('You do not have permission to close this server.'),
    ])
    expect((await maker.get(`${place.path}/log`)).status).toBe(200)
    expect((await player.get(`${place.path}/log`)).status).toBe(403)
    expect((await player.get(`${place.path}/log/download`, 'text/plain')).status).toBe(403)
    const log = await (await maker.get(`${place.path}/log/download`, 'text/plain')).text()
    expect(log).toContain(`place ${place.id} of 1000 bytes listens on port`)

    expect((await press(maker, place, 'close')).status).toBe(204)
    expect(await stateOf(place)).toBe('stopped')
    expect(await players()).toEqual([])
    expect(await servers.running()).toEqual(new Map())
  })

  test('reports a crashed server, and a killed one within five seconds', async () => {
    const [crashing, killed] = [first(), second()]
    await servers.behave({ [crashing.id]: { crashAfterMs: 0 }, default: {} })
    await Promise.all([start(crashing), start(killed)])
    await until(crashing, 'failed')
    const { attention } = await json<{ attention: { what: string; count: number }[] }>(
      await maker.get('/admin'),
    )
    expect(attention).toContainEqual({ what: 'servers', count: 1 })
    expect((await seenBy(maker, crashing)).server).toMatchObject({ state: 'failed', port: null })
    expect((await view(crashing)).servers[0]?.reason).toBe('it ended with code 1')
    // A restart is delayed for a moment and refused with the documented message.
    const again = await press(player, crashing, 'start')
    if (again.status !== 204) {
      expect([again.status, await again.json()]).toEqual([
        500,
        refusalWith('Failed to start dedicated server'),
      ])
    }
    await until(killed, 'ready')
    process.kill((await servers.running()).get(killed.id)?.pid ?? 0, 'SIGKILL')
    await until(killed, 'failed', 5_000)
    for (const place of [crashing, killed]) expect((await press(maker, place, 'close')).status).toBe(204)
  })

  test('loses nothing when the orchestrator is killed, and scripts still name the right port', async () => {
    const place = first()
    const started = await maker.post('/admin/servers?/start', { id: String(place.id) })
    expect([started.status, started.headers.get('location')]).toEqual([302, `/admin/servers/${place.id}`])
    await until(place, 'ready')
    // Each site lists the servers at intervals, and for this page.
    for (const _site of product.siteUrls) await seenBy(maker, place)
    const { pid } = await servers.ask('GET', place.id)
    process.kill((await childOf(product, 'orchestrator')) ?? 0, 'SIGKILL')
    expect((await seenBy(maker, place)).server).toMatchObject({ state: 'ready' })
    await play(player, place)
    await until(place, 'ready')
    await expect
      .poll(() => servers.ask('GET', place.id).then((status) => status.pid, String), { timeout: 60_000 })
      .toBe(pid)
    await play(player, place)
    const closed = await maker.post(`/admin/servers/${place.id}?/close`)
    expect(await json(closed)).toMatchObject({ message: 'Server closed' })
    expect(await seenBy(maker, place)).toEqual({
      orchestrator: 'reachable',
      listedAt: expect.any(Number),
      next: null,
    })
  })

  test('gives a place another port when its own is taken by a place or a program', async () => {
    const [place, robbed] = [first(), second()]
    const twin = await twinOf(product, place)
    expect((await upload({ maker, place: twin }, randomBytes(1_000))).status).toBe(200)
    const thief = createSocket('udp4').bind(10_000 + (robbed.id % 25_000))
    await once(thief, 'listening')
    await Promise.all([place, twin, robbed].map((one) => start(one)))
    await Promise.all([place, twin, robbed].map((one) => until(one, 'ready')))
    const ports = []
    for (const one of [place, twin, robbed]) ports.push((await play(player, one)).serverPort)
    expect(new Set(ports).size).toBe(3)
    thief.close()
    for (const one of [place, twin, robbed]) expect((await press(maker, one, 'close')).status).toBe(204)
  })

  test('starts, joins and stops several places at once', async () => {
    const people = await Promise.all(places.map((_, index) => register(product.baseUrl, `Guest_${index}`)))
    const guest = (index: number) => people[index] as Person
    // On a busy machine, the orchestrator may answer later than the site waits. A player then presses Play again.
    const startSoon = (place: Place, person: Person) =>
      expect
        .poll(async () => (await press(person, place, 'start')).status, {
          timeout: 120_000,
          interval: 2_000,
        })
        .toBe(204)
    await Promise.all(places.map((place, index) => startSoon(place, guest(index))))
    await Promise.all(places.map((place) => until(place, 'ready', 120_000)))
    const joined = await Promise.all(places.map((place, index) => play(guest(index), place)))
    expect(new Set(joined.map(({ serverPort }) => serverPort)).size).toBe(placeCount)
    expect((await servers.running()).size).toBe(placeCount)
    const closed = await Promise.all(places.map((place) => press(maker, place, 'close')))
    expect(closed.map(({ status }) => status)).toEqual(places.map(() => 204))
    expect(await servers.running()).toEqual(new Map())
    for (const place of places) expect((await view(place)).players).toEqual([])
  }, 300_000)
})
