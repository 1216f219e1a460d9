import { afterAll, beforeAll, expect, test } from 'vitest'
import { join } from '../client/client.ts'
import { json, makePlace, type Place, publicKeyOf, setNetwork, upload } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { startProduct } from '../support/product.ts'
import { connectPlayer, prepareServers, rosterOf, type Servers } from '../support/servers.ts'

let servers: Servers
let product: Product
let maker: Person
let place: Place
let port: number

beforeAll(async () => {
  servers = await prepareServers({}, { Players: { Verify: 'report' } })
  product = await startProduct(servers.environment)
  await servers.build(product)
  maker = await register(product.baseUrl, 'Maker')
  place = await makePlace(maker, 'A place')
  await setNetwork({ maker, place }, { dedicated: 'on' })
  await upload({ maker, place }, new Uint8Array(1_000))
  expect((await maker.post(`${place.path}?/start`)).status).toBe(204)
})
afterAll(async () => {
  await product.kill()
  await servers.remove()
})

const stateOf = async () =>
  (await json<{ servers: { state: string }[] }>(await maker.get(place.path))).servers[0]?.state

/** Joins, and returns the player as the join script describes them to the game server. */
async function joined(username: string) {
  const person = await register(product.baseUrl, username)
  const { ticket } = await json<{ ticket: string }>(await person.post(`${place.path}?/join`))
  const script = await join(product.baseUrl, { publicKey: await publicKeyOf(product) }, ticket)
  port = script.serverPort
  return { userId: script.userId, name: script.username, appearance: script.appearanceUrl }
}

const removalsOf = async (name: string) =>
  (await rosterOf(port))?.removed.filter(([removed]) => removed === name).map(([, reason]) => reason)

test('a real server admits a player with a key, once, and nobody in another name', async () => {
  await expect.poll(stateOf, { timeout: 60_000, interval: 200 }).toBe('ready')
  const player = await joined('Anna')
  const before = (await rosterOf(port))?.characters ?? 0
  await connectPlayer(port, { ...player, name: 'Maker' })
  expect(await removalsOf('Maker')).toEqual(['Session is for another player'])
  expect((await connectPlayer(port, player))?.characters).toBe(before + 1)
  expect(await removalsOf('Anna')).toEqual([])
  await connectPlayer(port, player)
  expect(await removalsOf('Anna')).toEqual(['Session is in use'])
})

test('a ban empties the seat within 20 seconds', async () => {
  await connectPlayer(port, await joined('Ben'))
  expect(await removalsOf('Ben')).toEqual([])
  const ban = { username: 'Ben', type: 'Ban', reason: 'Rude', days: '1' }
  expect((await maker.post('/admin/moderation?/moderate', ban)).status).toBe(200)
  await expect
    .poll(() => removalsOf('Ben'), { timeout: 20_000, interval: 500 })
    .toEqual(['This account is moderated'])
})
