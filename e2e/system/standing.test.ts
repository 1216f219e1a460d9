import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalWith } from '../support/answers.ts'
import { borrowOn, embedded } from '../support/databases.ts'
import { makePlace } from '../support/game.ts'
import { type Person, password, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

const day = 86_400_000

describe.each(embedded)('standing and levels on %s', (kind) => {
  let product: Product
  let founder: Person
  let moderator: Person

  beforeAll(async () => {
    product = await borrowOn(kind)
    founder = await register(product.baseUrl, 'Founder')
    moderator = await register(product.baseUrl, 'Maud')
    const raised = await founder.post('/admin/accounts/maud?/level', { permissionLevel: '4' })
    expect([raised.status, await raised.json()]).toEqual([200, { message: 'Level changed' }])
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  const answer = async (response: Promise<Response>) => {
    const { status, headers } = await response
    const text = await (await response).text()
    return [status, headers.get('location') ?? (text && (JSON.parse(text) as unknown))]
  }
  const moderate = (by: Person, username: string, fields: Record<string, string> = {}) =>
    answer(
      by.post('/admin/moderation?/moderate', {
        username,
        type: 'Ban',
        reason: 'Cheating',
        days: '3',
        ...fields,
      }),
    )
  const unmoderate = (by: Person, username: string) =>
    answer(by.post('/admin/moderation?/unmoderate', { username }))

  test('shows a banned player the reason and the end of the ban, ends their game, and restores everything afterwards', async () => {
    const player = await register(product.baseUrl, 'Player')
    const place = await makePlace(player, 'Theirs')
    const joined = (await (await player.post(`${place.path}?/join`)).json()) as { ticket: string }
    const before = Date.now()
    expect(await moderate(moderator, 'PLAYER')).toEqual([200, { message: 'Player was banned' }])

    expect(await answer(player.get('/home'))).toEqual([302, '/moderation'])
    const [status, standing] = await answer(player.get('/moderation'))
    expect([status, standing]).toEqual([
      200,
      {
        type: 'Ban',
        reason: 'Cheating',
        since: expect.any(Number),
        expires: expect.any(Number),
        number: 1,
        content: null,
        appeal: null,
      },
    ])
    const { since, expires } = standing as { since: number; expires: number }
    // Sites have the time of the database, which they estimate to some milliseconds.
    expect(since).toBeGreaterThanOrEqual(before - 1_000)
    expect(expires - since).toBe(3 * day)
    const refused = [403, refusalWith('You cannot currently play games')]
    expect(await answer(player.post(`${place.path}?/join`))).toEqual(refused)
    expect(await answer(player.post('/place/1/Nowhere?/join'))).toEqual([404, refusalWith('Place not found')])
    const redeemed = await fetch(`${product.baseUrl}/game/join?ticket=${joined.ticket}`)
    expect([redeemed.status, await redeemed.text()]).toEqual([400, 'Invalid Game Session'])

    // Other players stay in the place. Signing in again changes nothing, and signing out works.
    expect((await moderator.post(`${place.path}?/join`)).status).toBe(200)
    const again = visitor(product.baseUrl)
    await again.post('/login', { username: 'Player', password })
    expect(await answer(again.get('/games'))).toEqual([302, '/moderation'])
    expect(await answer(again.post('/moderation?/acknowledge'))).toEqual([
      403,
      refusalWith('Only a warning can be acknowledged'),
    ])
    expect(await answer(again.post('/logout'))).toEqual([302, '/login'])

    expect(await unmoderate(moderator, 'player')).toEqual([200, { message: 'Player is in good standing' }])
    expect(await unmoderate(moderator, 'player')).toEqual([200, { message: 'Player is in good standing' }])
    expect(await answer(player.get('/moderation'))).toEqual([302, '/home'])
    expect((await player.post(`${place.path}?/join`)).status).toBe(200)
  })

  test('opens the pages of a level as soon as a user has it, and closes them afterwards', async () => {
    const helper = await register(product.baseUrl, 'Helper')
    const set = (permissionLevel: string) =>
      founder.post('/admin/accounts/helper?/level', { permissionLevel })
    const opens = async () =>
      Promise.all(
        ['/admin', '/admin/moderation', '/admin/flags'].map(async (path) => (await helper.get(path)).status),
      )
    expect(await opens()).toEqual([403, 403, 403])
    await set('3')
    expect(await opens()).toEqual([200, 403, 403])
    await set('4')
    expect(await opens()).toEqual([200, 200, 403])
    await set('1')
    expect(await opens()).toEqual([403, 403, 403])
  })

  test('shows an account to moderators and administrators', async () => {
    await register(product.baseUrl, 'Watched')
    await moderate(moderator, 'Watched', { type: 'Warning' })
    await moderate(founder, 'Watched', { type: 'Termination', reason: 'Again' })
    const seen = await (await moderator.get('/admin/accounts/watched')).json()
    expect(seen).toMatchObject({
      username: 'Watched',
      permissionLevel: 1,
      sessions: 1,
      standing: { type: 'Termination', reason: 'Again', moderator: 'Founder', ended: null },
      history: [
        { number: 2, ended: null, ending: null },
        { number: 1, type: 'Warning', ending: 'Replaced', endedBy: 'Founder' },
      ],
      mayModerate: true,
      maySetLevel: false,
    })
    expect(seen).not.toHaveProperty('email')
    expect(await (await founder.get('/admin/accounts/watched')).json()).toMatchObject({ email: null })
    expect(await (await moderator.get('/admin/moderation?q=watch')).json()).toMatchObject({
      moderated: [{ username: 'Watched', type: 'Termination', mayLift: true }],
    })
    expect(await (await moderator.get('/admin/accounts?q=WATCH')).json()).toMatchObject({
      accounts: [{ username: 'Watched', standing: 'Termination' }],
    })
  })
})
