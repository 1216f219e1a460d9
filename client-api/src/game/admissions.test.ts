import { registerPerson } from '@baseplate/platform/testing/people'
import { expect, test } from 'vitest'
import { admittingServer } from '../testing/admitted.ts'
import { makePlace, startClientApi } from '../testing/client-api.ts'

async function start() {
  const api = await startClientApi({ Engine: 'minetest', Gameservers: { Hosting: 'Selfhosted' } })
  const place = await makePlace(api.platform)
  const player = await registerPerson(api.platform, 'Anna')
  return { ...api, ...place, player, ...admittingServer(api, place) }
}

test.each(['/game/join', '/Game/Join.ashx'])(
  '%s returns its script once the game server has acknowledged the player',
  async (path) => {
    const { platform, ask, press, player, list, acknowledge } = await start()
    const ticket = await press(player)
    const join = () => ask(`${path}?ticket=${ticket}`)
    const joining = join()
    const { version, players } = await list()
    const own = platform.db.selectFrom('player_numbers').select('number').where('user_id', '=', player.id)
    const { number } = await own.executeTakeFirstOrThrow()
    expect(players).toMatchObject([
      { username: 'Anna', number, key: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
    const end = await acknowledge(version)
    const first = await joining
    // Retries like a launcher, because the test machine may be too slow.
    const script = await (first.status === 503 ? await join() : first).text()
    expect(script).toContain(`userId, username, membership = ${number}, "Anna"`)
    await end()
  },
)

test('refuses a join for a second when no game server answers, and keeps the ticket', async () => {
  const { ask, player, press, list, acknowledge } = await start()
  const path = `/game/join?ticket=${await press(player)}`
  const began = performance.now()
  const response = await ask(path)
  expect(performance.now() - began).toBeGreaterThan(1_900)
  expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
    503,
    '1',
    'The game server isn’t ready to let you in. Try again in a moment.',
  ])
  const end = await acknowledge((await list()).version)
  expect((await ask(path)).status).toBe(200)
  expect(await (await ask(path)).text()).toBe('Invalid Game Session')
  await end()
})

test('refuses an unknown ticket at once', async () => {
  const { ask } = await start()
  const response = await ask(`/game/join?ticket=${'a'.repeat(24)}`)
  expect([response.status, await response.text()]).toEqual([400, 'Invalid Game Session'])
})

test('frees the seat of an acknowledged player at once, for the launcher and for the server', async () => {
  const { platform, ask, player, enter, serverTicket } = await start()
  const left = async (query: string) => (await ask(`/game/left?${query}`, { method: 'POST' })).status
  const countOpen = async () => {
    const open = platform.db.selectFrom('playing_records').select('ticket').where('ended', 'is', null)
    return (await open.execute()).length
  }
  const { ticket } = await enter(player)
  expect([await left(`ticket=${ticket}`), await countOpen()]).toEqual([204, 0])
  const { number } = await enter(player)
  expect(await countOpen()).toBe(1)
  expect([await left(`ticket=${serverTicket}&number=${number}`), await countOpen()]).toEqual([204, 0])
})
