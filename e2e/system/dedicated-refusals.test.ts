import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embedded } from '../support/databases.ts'
import { type Game, makePlace, setNetwork, startGame, upload } from '../support/game.ts'
import { type Person, visitor } from '../support/person.ts'

/** No orchestrator is configured, so no server can start. */
describe.each(embedded)('starting and closing servers is refused on %s', (kind) => {
  let game: Game

  beforeAll(async () => {
    game = await startGame(kind)
  })
  afterAll(async () => {
    expect(await game.stop()).toEqual({ code: 0, leaked: [] })
  })

  const press = async (person: Person, path: string, action: string) => {
    const response = await person.post(`${path}?/${action}`)
    if (response.status === 302) return [302, response.headers.get('location')]
    const { message } = (await response.json()) as { message: string }
    return [response.status, message]
  }

  test('answers with the documented messages and statuses, and limits starts to 20', async () => {
    const { maker, player, place, product } = game
    expect(await press(visitor(product.baseUrl), place.path, 'start')).toEqual([302, '/login'])
    expect(await press(visitor(product.baseUrl), place.path, 'close')).toEqual([302, '/login'])
    expect(await press(player, '/place/1/x', 'start')).toEqual([404, 'Place not found'])
    expect(await press(player, '/place/1/x', 'close')).toEqual([404, 'Place not found'])
    expect(await press(player, place.path, 'start')).toEqual([400, 'This place is not dedicated'])
    await setNetwork({ maker, place }, { dedicated: 'on' })
    expect(await press(player, place.path, 'start')).toEqual([404, 'File not found'])
    await upload({ maker, place }, randomBytes(10))
    expect(await press(player, place.path, 'start')).toEqual([500, 'Failed to start dedicated server'])
    expect(await press(player, place.path, 'close')).toEqual([
      403,
      'You do not have permission to close this server.',
    ])
    expect(await press(maker, place.path, 'close')).toEqual([500, 'Failed to close dedicated server'])
    const secret = await makePlace(maker, 'Secret')
    await maker.post(`${secret.path}/settings?/privacy`, { privateServer: 'on' })
    expect(await press(player, secret.path, 'start')).toEqual([404, 'Place not found'])
    expect(await press(player, secret.path, 'close')).toEqual([404, 'Place not found'])
    const rest = await Promise.all(Array.from({ length: 16 }, () => press(player, place.path, 'start')))
    expect(rest.map(([status]) => status).sort()).toEqual([429, ...Array(15).fill(500)])

    // Without an orchestrator the page still works.
    expect((await maker.get(place.path)).status).toBe(200)
    const moderated = await maker.post('/admin/moderation?/moderate', {
      username: 'player_2',
      type: 'Ban',
      days: '1',
      reason: 'A test',
    })
    expect(moderated.status).toBe(200)
    expect((await press(player, place.path, 'start'))[0]).toBe(403)
  })
})
