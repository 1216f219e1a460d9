import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invalidFields, refusalWith } from '../support/answers.ts'
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

  test('lets a player continue after acknowledging a warning', async () => {
    const warned = await register(product.baseUrl, 'Warned')
    await moderate(moderator, 'Warned', { type: 'Warning', days: '' })
    expect(await answer(warned.post('/games/create', { name: 'Mine' }))).toEqual([
      403,
      refusalWith('Your account is moderated'),
    ])
    expect(await answer(warned.post('/moderation?/acknowledge'))).toEqual([302, '/home'])
    expect((await warned.get('/home')).status).toBe(200)
    expect(await answer(warned.post('/moderation?/acknowledge'))).toEqual([302, '/home'])
  })

  test('lets a terminated user end all sessions with the password', async () => {
    const gone = await register(product.baseUrl, 'Gone')
    await moderate(founder, 'Gone', { type: 'Termination' })
    expect(await answer(gone.post('/settings?/sessions', { password: 'wrong' }))).toEqual([
      400,
      invalidFields({ password: 'Incorrect password' }),
    ])
    expect(await answer(gone.post('/settings?/sessions', { password }))).toEqual([302, '/login'])
  })

  test('refuses moderation without permission or with invalid input, with the messages of the page', async () => {
    const player = await register(product.baseUrl, 'Nobody_special')
    expect(await moderate(player, 'Founder')).toEqual([
      403,
      refusalWith('You don’t have permission for this'),
    ])
    expect(await moderate(moderator, 'Founder')).toEqual([
      403,
      refusalWith('You can only moderate accounts below your own level'),
    ])
    expect(await moderate(moderator, 'Maud')).toEqual([403, refusalWith('You can’t moderate yourself')])
    expect(await moderate(moderator, 'who', { reason: ' ', days: '0' })).toEqual([
      400,
      invalidFields({
        reason: 'Enter a reason of 1 to 1000 characters',
        days: 'Enter a number of days from 1 to 3650',
      }),
    ])
    expect(await moderate(moderator, 'who')).toEqual([
      400,
      invalidFields({ username: 'No user has this username' }),
    ])
    expect(await moderate(moderator, 'who', { type: 'Exile' })).toEqual([
      400,
      invalidFields({ type: 'Choose a warning, a ban or a termination' }),
    ])
    expect(await answer(moderator.get('/admin/accounts/who'))).toEqual([404, refusalWith('User not found')])
  })

  test('lets only administrators change levels, and retains the last administrator', async () => {
    const set = (by: Person, username: string, permissionLevel: string) =>
      answer(by.post(`/admin/accounts/${username}?/level`, { permissionLevel }))
    expect(await set(moderator, 'Founder', '1')).toEqual([
      403,
      refusalWith('You don’t have permission for this'),
    ])
    expect(await set(founder, 'Founder', '4')).toEqual([
      400,
      invalidFields({
        permissionLevel: 'This is the only administrator. Make another user an administrator first.',
      }),
    ])
    expect(await set(founder, 'Maud', '9')).toEqual([
      400,
      invalidFields({ permissionLevel: 'Choose a level from 1 to 5' }),
    ])
    expect(await set(founder, 'who', '1')).toEqual([404, refusalWith('User not found')])
    const helper = await register(product.baseUrl, 'Helper')
    expect((await helper.get('/admin')).status).toBe(403)
    await set(founder, 'helper', '3')
    expect(await set(founder, 'helper', '3')).toEqual([200, { message: 'Helper already has this level.' }])
    expect((await helper.get('/admin')).status).toBe(200)
    expect((await helper.get('/admin/moderation')).status).toBe(403)
    await set(founder, 'helper', '4')
    expect((await helper.get('/admin/moderation')).status).toBe(200)
    expect((await helper.get('/admin/flags')).status).toBe(403)
    await set(founder, 'helper', '1')
    expect((await helper.get('/admin/moderation')).status).toBe(403)
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
