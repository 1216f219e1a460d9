import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalWith } from '../support/answers.ts'
import { borrowOn, embedded } from '../support/databases.ts'
import { makePlace } from '../support/game.ts'
import { bearerOf } from '../support/keys.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

const down = { visibility: 'Moderated', reason: 'Stolen map' }

describe.each(embedded)('takedowns of places on %s', (kind) => {
  let product: Product
  let founder: Person
  let moderator: Person

  beforeAll(async () => {
    product = await borrowOn(kind)
    founder = await register(product.baseUrl, 'Founder')
    moderator = await register(product.baseUrl, 'Maud')
    await founder.post('/admin/accounts/maud?/level', { permissionLevel: '4' })
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  const answer = async (response: Promise<Response>) => {
    const { status, headers } = await response
    const text = await (await response).text()
    return [status, headers.get('location') ?? (text && (JSON.parse(text) as unknown))]
  }

  test('hides a game that was taken down from lists and players until it is restored', async () => {
    const maker = await register(product.baseUrl, 'Brickmaker')
    const player = await register(product.baseUrl, 'Bystander')
    const place = await makePlace(maker, 'Brick race')
    const settings = `${place.path}/settings`
    const notThere = [404, refusalWith('Place not found')]
    const key = { headers: await bearerOf(product, 'gameservers') }
    const fetched = async (path: string) => {
      const response = await fetch(`${product.baseUrl}${path}`, key)
      return [response.status, await response.text()]
    }
    const listed = async () => JSON.stringify(await answer(player.get('/games?q=brick')))
    const { ticket } = (await answer(player.post(`${place.path}?/join`)))[1] as { ticket: string }

    expect(await answer(moderator.post(`${settings}?/moderate`, down))).toEqual([
      200,
      { message: 'Game taken down' },
    ])
    expect(await listed()).not.toContain('Brick race')
    for (const [path, action] of [
      [place.path, ''],
      [settings, ''],
      [place.path, '?/join'],
      [place.path, '?/start'],
      [place.path, '?/like'],
    ] as const)
      expect(await answer(action ? player.post(`${path}${action}`) : player.get(path))).toEqual(notThere)
    for (const path of [
      `/game/${place.id}`,
      `/game/${place.id}/serve`,
      `/game/host?ticket=${place.serverTicket}`,
    ])
      expect(await fetched(path)).toEqual([404, 'Place not found'])
    expect(await fetched(`/game/join?ticket=${ticket}`)).toEqual([400, 'Invalid Game Session'])
    for (const who of [maker, moderator])
      expect((await answer(who.get(place.path)))[1]).toMatchObject({
        visibility: 'Moderated',
        takedown: { reason: 'Stolen map' },
      })

    expect((await maker.post(`${settings}?/appeal`, { text: 'I drew it' })).status).toBe(200)
    const decision = { id: String(place.id), number: '1', decision: 'Granted', answer: 'You did' }
    expect((await moderator.post('/admin/appeals?/decidegame', decision)).status).toBe(403)
    expect((await founder.post('/admin/appeals?/decidegame', decision)).status).toBe(200)
    expect(await listed()).toContain('Brick race')
    expect((await answer(player.get(place.path)))[1]).toMatchObject({ visibility: 'Visible' })
    expect((await answer(founder.get(`/admin/audit?subject=place:${place.id}`)))[1]).toMatchObject({
      entries: [
        { action: 'grantplaceappeal', about: { name: 'Brick race' } },
        { action: 'moderateplace', about: { name: 'Brick race' } },
      ],
    })
  })
})
