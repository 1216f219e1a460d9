import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invalidFields } from '../support/answers.ts'
import { embedded } from '../support/databases.ts'
import { type Game, json, makePlace, startGame, upload } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import { shareBytes } from '../support/stored.ts'

interface Settings {
  versions: { version: number; size: number; sha256: string; username: string; restoredFrom: number | null }[]
}

describe.each(embedded)('settings of places on %s', (kind) => {
  let game: Game
  let settings: string
  let other: Person

  beforeAll(async () => {
    game = await startGame(kind)
    settings = `${game.place.path}/settings`
    other = await register(game.product.baseUrl, 'Other')
  })
  afterAll(async () => {
    expect(await game.stop()).toEqual({ code: 0, leaked: [] })
  })

  const read = async () => json<Settings>(await game.maker.get(settings))
  test('lists, downloads in ranges and restores versions for the owner only', async () => {
    for (const text of ['the first', 'the second']) await upload(game, Buffer.from(text))
    const { versions } = await read()
    expect(versions).toMatchObject([
      { version: 2, size: 10, username: 'Maker', restoredFrom: null },
      { version: 1, size: 9, sha256: createHash('sha256').update('the first').digest('hex') },
    ])
    const first = `${settings}/versions/1`
    const whole = await game.maker.get(first, '*/*')
    expect([whole.status, await whole.text()]).toEqual([200, 'the first'])
    expect(whole.headers.get('content-disposition')).toBe('attachment; filename="A-place-1.rbxl"')
    const ask = (headers: Record<string, string>) =>
      fetch(new URL(first, game.product.baseUrl), {
        headers: { cookie: game.maker.cookie ?? '', ...headers },
      })
    const part = await ask({ range: 'bytes=4-' })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      'first',
      'bytes 4-8/9',
    ])
    expect((await ask({ range: 'bytes=9-' })).status).toBe(416)
    expect((await ask({ 'if-none-match': whole.headers.get('etag') ?? '' })).status).toBe(304)

    expect((await other.get(first, '*/*')).status).toBe(403)
    expect((await fetch(new URL(first, game.product.baseUrl), { redirect: 'manual' })).status).toBe(302)
    expect((await other.post(`${settings}?/restore`, { version: '1' })).status).toBe(403)
    expect(await game.askWithKey(`/game/${game.place.id}`)).toEqual({ status: 200, text: 'the second' })

    const restored = await game.maker.post(`${settings}?/restore`, { version: '1' })
    expect(restored.status).toBe(200)
    expect(await game.askWithKey(`/game/${game.place.id}`)).toEqual({ status: 200, text: 'the first' })
    expect((await read()).versions[0]).toMatchObject({ version: 3, restoredFrom: 1 })
    for (const version of ['9', 'x', '']) {
      expect((await game.maker.post(`${settings}?/restore`, { version })).status).toBe(
        version === '9' ? 404 : 400,
      )
    }
    expect((await game.maker.get(`${settings}/versions/9`, '*/*')).status).toBe(404)
    expect((await game.maker.get(`${settings}/versions/..%2f..`, '*/*')).status).toBe(404)
    const content = `place-files/${versions[1]?.sha256}`
    expect(await shareBytes(game.product, [`places/${game.place.id}`, content])).toBe(true)
  })

  test('stores network settings, and reports every fault at its field', async () => {
    const set = async (fields: Record<string, string>) => {
      const answer = await game.maker.post(`${settings}?/network`, fields)
      return [answer.status, await answer.json()] as const
    }
    const done = [200, { message: 'Network settings updated successfully!' }]
    const stored = async () => {
      const { dedicated, serverAddress, serverPort, maxPlayers } = await json<Record<string, unknown>>(
        await game.maker.get(settings),
      )
      return { dedicated, serverAddress, serverPort, maxPlayers }
    }
    const first = {
      dedicated: 'off',
      serverAddress: 'play.example.org',
      serverPort: '1024',
      maxPlayers: '100',
    }
    expect(await set(first)).toEqual(done)
    const unchanged = {
      dedicated: false,
      serverAddress: 'play.example.org',
      serverPort: 1024,
      maxPlayers: 100,
    }
    expect(await stored()).toEqual(unchanged)
    expect(await json(await game.maker.get(game.place.path))).toMatchObject({ maxPlayers: 100 })
    const players = 'Enter a number of players from 1 to 100'
    const port = 'Enter a port from 1024 to 65535'
    const address = 'Enter an IP address or a host name'
    expect(await set({})).toEqual([
      400,
      invalidFields({ dedicated: 'Choose yes or no', maxPlayers: players }),
    ])
    for (const [serverAddress, serverPort, maxPlayers] of [
      ['no host', '1023', '0'],
      ['-x.example', '65536', '101'],
      ['a'.repeat(254), 'x', '1.5'],
      ['1.2.3.4; rm', '-1', ''],
    ] as const) {
      expect(await set({ dedicated: 'perhaps', serverAddress, serverPort, maxPlayers })).toEqual([
        400,
        invalidFields({
          dedicated: 'Choose yes or no',
          serverAddress: address,
          serverPort: port,
          maxPlayers: players,
        }),
      ])
    }
    expect(await stored()).toEqual(unchanged)
    for (const serverAddress of ['::1', '192.0.2.7', 'xn--bcher-kva.example']) {
      expect(await set({ dedicated: '1', serverAddress, serverPort: '65535', maxPlayers: '1' })).toEqual(done)
      expect(await stored()).toEqual({ dedicated: true, serverAddress, serverPort: 65_535, maxPlayers: 1 })
    }
    expect(await set({ dedicated: '0', maxPlayers: '10' })).toEqual(done)
    const defaults = { dedicated: false, serverAddress: '', serverPort: 53_640, maxPlayers: 10 }
    expect(await stored()).toEqual(defaults)
  })

  test('rejects a privacy setting that is missing or neither yes nor no', async () => {
    const wrong = [400, invalidFields({ privateServer: 'Choose yes or no' })]
    for (const fields of [{}, { privateServer: 'maybe' }]) {
      const answer = await game.maker.post(`${settings}?/privacy`, fields)
      expect([answer.status, await answer.json()]).toEqual(wrong)
    }
  })

  test('ends an old ticket when a new one is made, and shows tickets to their holders only', async () => {
    const own = await makePlace(other, 'A secret  (2nd)!')
    const at = `${own.path}/settings`
    const act = async (action: string, fields = {}) => {
      const answer = await other.post(`${at}?/${action}`, fields)
      return [answer.status, await answer.json()] as const
    }
    expect(await act('privacy', { privateServer: 'true' })).toEqual([
      200,
      { message: 'Privacy settings updated successfully!' },
    ])
    interface Tickets {
      privateServer: boolean
      privateTicket: string
      serverTicket: string
    }
    const before = await json<Tickets>(await other.get(at))
    expect(before.privateServer).toBe(true)
    expect(own.path).toMatch(/\/A-secret-2nd$/)

    // A private place is closed to others before any redirect. The ticket opens it, and follows the redirect to the
    // right name.
    const guest = await register(game.product.baseUrl, 'Invited')
    const named = (name: string, ticket = '') =>
      guest.get(`/place/${own.id}/${name}${ticket && `?privateServer=${ticket}`}`)
    expect((await named('wrong')).status).toBe(404)
    expect((await named('A-secret-2nd', 'a'.repeat(32))).status).toBe(404)
    const renamed = await named('wrong', before.privateTicket)
    expect([renamed.status, renamed.headers.get('location')]).toEqual([
      302,
      `${own.path}?privateServer=${before.privateTicket}`,
    ])
    expect(await json(await named('A-secret-2nd', before.privateTicket))).toMatchObject({
      privateServer: true,
      privateTicket: '',
      serverTicket: '',
    })
    // The view shows only the private ticket to the owner, who is no administrator, and to an administrator.
    for (const person of [other, game.maker]) {
      expect(await json(await person.get(own.path))).toMatchObject({
        privateTicket: before.privateTicket,
        serverTicket: '',
      })
    }
    expect((await guest.get(at)).status).toBe(404)

    for (const action of ['ticket', 'privatelink']) {
      expect(await act(action)).toEqual([200, { message: 'Regenerated!' }])
    }
    const after = await json<Tickets>(await other.get(at))
    for (const key of ['privateTicket', 'serverTicket'] as const) {
      expect(after[key]).toMatch(/^[a-z0-9]{32}$/)
      expect(after[key]).not.toBe(before[key])
    }
    expect((await named('A-secret-2nd', before.privateTicket)).status).toBe(404)
    expect((await named('A-secret-2nd', after.privateTicket)).status).toBe(200)
    expect((await game.ask(`/game/host?ticket=${before.serverTicket}`)).status).toBe(400)
    expect((await game.ask(`/game/host?ticket=${after.serverTicket}`)).status).toBe(200)
  })

  test('limits changes to the owner and level 4: others get 403, visitors the sign-in page', async () => {
    const place = await makePlace(other, 'Theirs')
    const actions = [
      'view',
      'network',
      'privacy',
      'ticket',
      'privatelink',
      'restore',
      'removeicon',
      'addthumbnail',
      'removethumbnail',
      'movethumbnail',
      'data',
    ]
    for (const action of actions) {
      const path = `${settings}?/${action}`
      const fields = { name: 'Taken', dedicated: 'on', maxPlayers: '9', privateServer: 'on', version: '1' }
      const refused =
        action === 'data' ? await other.upload(path, 'file', new Blob(['x'])) : await other.post(path, fields)
      expect([action, refused.status]).toEqual([action, 403])
      const { status, headers } = await fetch(new URL(path, game.product.baseUrl), {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { accept: 'application/json' },
        redirect: 'manual',
      })
      expect([action, status, headers.get('location')]).toEqual([action, 302, '/login'])
    }
    // The maker of the first place is the administrator.
    const helper = await register(game.product.baseUrl, 'Helper')
    for (const [permissionLevel, status] of [
      ['3', 403],
      ['4', 200],
    ] as const) {
      await game.maker.post('/admin/accounts/Helper?/level', { permissionLevel })
      const renamed = await helper.post(`${place.path}/settings?/view`, { name: 'Moderated' })
      expect([permissionLevel, renamed.status]).toEqual([permissionLevel, status])
    }
  })
})
