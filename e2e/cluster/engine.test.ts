import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinAsBot } from '../../minetest/src/testing/bot.ts'
import { hasEngine } from '../../minetest/src/testing/has-engine.ts'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { configureEngine, controlsOf } from '../support/engine/platform.ts'
import { json } from '../support/game.ts'
import { type LoadBalancer, startHaproxy } from '../support/haproxy.ts'
import { type Person, register } from '../support/person.ts'
import { type Sites, startSites } from '../support/sites.ts'

describe.skipIf(!hasEngine)('a server of the engine Minetest that asks the first of two sites', () => {
  let configuration: Awaited<ReturnType<typeof configureEngine>>
  let product: Sites
  /** The address that the server knows leads to the first site only. */
  let firstOnly: LoadBalancer
  let platform: Awaited<ReturnType<typeof controlsOf>>
  let maker: Person
  let anna: Person

  beforeAll(async () => {
    configuration = await configureEngine()
    const port = await freePort()
    product = await startSites(2, {
      BASEPLATE_CONFIG: configuration.file,
      BASE_URL: `http://localhost:${port}`,
    })
    const [first, second = ''] = product.siteUrls
    firstOnly = await startHaproxy(port, [Number(new URL(first).port)])
    maker = await register(second, 'Maker')
    anna = await register(second, 'Anna')
    platform = await controlsOf({ ...product, baseUrl: second }, maker, configuration.privateUrl)
  })
  afterAll(async () => {
    await product.stop()
    await firstOnly.stop()
    await configuration.remove()
  })

  test('admits a player who joins at the second site, and removes the player whom that site bans', async () => {
    const place = await platform.startPlace('A place')
    const player = await joinAsBot(await platform.admit(anna, place))
    await platform.untilLogged(place, 'test joined: Anna as')
    expect(await platform.playersOf(place)).toEqual(['Anna'])
    const variables = await readFile(`/proc/${await platform.processOf(place)}/environ`, 'utf8')
    expect(variables.split('\0')).toContain(`BASEPLATE_URL=${product.baseUrl}`)
    const ban = { username: 'Anna', reason: 'Begging for coins', days: '1' }
    expect((await maker.post(`${place.path}/players?/ban`, ban)).status).toBe(200)
    expect(await player.ended).toContain('Begging for coins')
    expect((await anna.post(`${place.path}?/join`)).status).toBe(403)
  })

  test('stores its world where the sites have their files, and continues it in an empty folder', async () => {
    const place = await platform.startPlace('Another place')
    const player = await joinAsBot(await platform.admit(anna, place))
    player.say('/mark')
    await platform.untilLogged(place, 'test marked')
    player.leave()
    expect((await maker.post(`${place.path}?/close`)).status).toBe(204)
    const worlds = async () =>
      (await json<{ worlds: object[] }>(await maker.get(`${place.path}/settings`))).worlds
    await expect.poll(worlds).toHaveLength(1)
    await rm(join(product.dataDirectory, 'orchestrator/servers', String(place.id)), { recursive: true })
    await platform.startServer(place)
    await platform.untilLogged(place, 'test mark: test:mark')
  })
})
