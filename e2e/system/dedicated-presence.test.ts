import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { join } from '../client/client.ts'
import { json, makePlace, publicKeyOf, upload } from '../support/game.ts'
import { register } from '../support/person.ts'
import { startProduct } from '../support/product.ts'
import { prepareServers } from '../support/servers.ts'

test('ends servers that hang or have no players, and lets one with players run', async () => {
  // Servers report their presence every 15 seconds, and so does the site. A running server is therefore seen within 30
  // seconds, or later on a busy machine. A player's join is seen within 15.
  const servers = await prepareServers({ SilentSeconds: 40, EmptyMinutes: 0.4 })
  const product = await startProduct(servers.environment)
  onTestFinished(async () => {
    await product.kill()
    await servers.remove()
  })
  await servers.build(product)
  const maker = await register(product.baseUrl, 'Maker')
  const makeGame = async (name: string) => {
    const place = await makePlace(maker, name)
    await upload({ maker, place }, randomBytes(1_000))
    return place
  }
  const [played, empty, hanging] = [
    await makeGame('Played'),
    await makeGame('Empty'),
    await makeGame('Hanging'),
  ]
  const publicKey = await publicKeyOf(product)
  const playIn = async (username: string, path: string) => {
    const person = await register(product.baseUrl, username)
    const { ticket } = await json<{ ticket: string }>(await person.post(`${path}?/join`))
    return join(product.baseUrl, { publicKey }, ticket)
  }
  await servers.behave({ [hanging.id]: { hangs: true }, default: {} })
  for (const { path } of [played, empty, hanging]) {
    expect((await maker.post(`${path}?/start`)).status).toBe(204)
  }
  const clients = [await playIn('Player', played.path), await playIn('Stuck', hanging.path)]
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const pinging = async () => {
    while (!stop.signal.aborted) {
      await Promise.all(clients.map((client) => client.ping().catch(() => undefined)))
      await delay(5_000, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }
  void pinging()

  const serverOf = async (path: string) =>
    (await json<{ servers: { state: string; reason?: string }[] }>(await maker.get(path))).servers[0]
  const patience = { timeout: 120_000, interval: 2_000 }
  await expect
    .poll(() => serverOf(hanging.path), patience)
    .toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('it hung'),
    })
  await expect.poll(() => serverOf(empty.path), patience).toMatchObject({ state: 'stopped' })
  expect(await serverOf(played.path)).toMatchObject({ state: 'ready' })
}, 300_000)
