import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

  test('ends an old ticket when a new one is made', async () => {
    const own = await makePlace(other, 'A secret')
    const at = `${own.path}/settings`
    const act = (action: string, fields = {}) => other.post(`${at}?/${action}`, fields)
    await act('privacy', { privateServer: 'true' })
    const ticketsOf = async () => json<Record<'privateTicket' | 'serverTicket', string>>(await other.get(at))
    const before = await ticketsOf()
    const guest = await register(game.product.baseUrl, 'Invited')
    const seen = async (ticket: string) => (await guest.get(`${own.path}?privateServer=${ticket}`)).status
    expect(await seen(before.privateTicket)).toBe(200)

    for (const action of ['ticket', 'privatelink']) expect((await act(action)).status).toBe(200)
    const after = await ticketsOf()
    expect(await seen(before.privateTicket)).toBe(404)
    expect(await seen(after.privateTicket)).toBe(200)
    expect((await game.ask(`/game/host?ticket=${before.serverTicket}`)).status).toBe(400)
    expect((await game.ask(`/game/host?ticket=${after.serverTicket}`)).status).toBe(200)
  })
})
