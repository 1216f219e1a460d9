import { joinPlace } from '@baseplate/platform/places/sessions/join'
import { registerPerson } from '@baseplate/platform/testing/people'
import { expect, test } from 'vitest'
import { makePlace, startClientApi } from '../testing/client-api.ts'

interface List {
  version: string
  players: { number: number }[]
}

async function start() {
  const api = await startClientApi({ Engine: 'minetest' })
  const place = await makePlace(api.platform)
  const player = await registerPerson(api.platform, 'Anna')
  const press = async () => (await joinPlace(api.platform, player, { id: place.id })).ticket
  const list = async () =>
    (await api.ask(`/game/players?ticket=${place.serverTicket}`)).json() as Promise<List>
  /** Acknowledges a list as a game server does: it asks for the next one. */
  const acknowledge = async (version: string) => {
    const gone = new AbortController()
    const path = `/game/players?ticket=${place.serverTicket}&after=${version}`
    const asking = api.ask(path, { signal: gone.signal }).catch(() => {})
    return () => {
      gone.abort()
      return asking
    }
  }
  return { ...api, ...place, player, press, list, acknowledge }
}

test.each(['/game/join', '/Game/Join.ashx'])(
  '%s returns its script once the game server has acknowledged the player',
  async (path) => {
    const { platform, ask, press, player, list, acknowledge } = await start()
    const ticket = await press()
    const joining = ask(`${path}?ticket=${ticket}`)
    const { version, players } = await list()
    const own = platform.db.selectFrom('player_numbers').select('number').where('user_id', '=', player.id)
    const { number } = await own.executeTakeFirstOrThrow()
    expect(players).toMatchObject([
      { username: 'Anna', number, key: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
    const end = await acknowledge(version)
    const script = await (await joining).text()
    expect(script).toContain(`userId, username, membership = ${number}, "Anna"`)
    await end()
  },
)

test('refuses a join for a second when no game server answers, and keeps the ticket', async () => {
  const { ask, press, list, acknowledge } = await start()
  const path = `/game/join?ticket=${await press()}`
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
  const { platform, ask, press, list, acknowledge, serverTicket } = await start()
  const left = (query: string) => ask(`/game/left?${query}`, { method: 'POST' })
  const enter = async () => {
    const ticket = await press()
    const { version, players } = await list()
    const end = await acknowledge(version)
    expect((await ask(`/game/join?ticket=${ticket}`)).status).toBe(200)
    await end()
    return { ticket, number: players[0]?.number }
  }
  const countOpen = async () =>
    (await platform.db.selectFrom('playing_records').select('ticket').where('ended', 'is', null).execute())
      .length
  const { ticket } = await enter()
  expect([(await left(`ticket=${ticket}`)).status, await countOpen()]).toEqual([204, 0])
  const { number } = await enter()
  expect(await countOpen()).toBe(1)
  expect([(await left(`ticket=${serverTicket}&number=${number}`)).status, await countOpen()]).toEqual([
    204, 0,
  ])
})
