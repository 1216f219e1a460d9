import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invalidFields } from '../support/answers.ts'
import { embedded } from '../support/databases.ts'
import { type Game, json, makePlace, startGame, upload } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import { readStored, shareBytes } from '../support/stored.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d96' } })
    .png()
    .toBuffer()

/** Sends a form with files, as a browser does. */
const sendForm = (person: Person, baseUrl: string, path: string, fields: Record<string, string | Blob>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return fetch(new URL(path, baseUrl), {
    method: 'POST',
    body,
    headers: { accept: 'application/json', cookie: person.cookie ?? '' },
    redirect: 'manual',
  })
}

interface Appearance {
  name: string
  icon: string | null
}

interface Settings {
  versions: { version: number; size: number; sha256: string; username: string; restoredFrom: number | null }[]
}

describe.each(embedded)('settings and pictures of places on %s', (kind) => {
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

  const shown = async () => json<Appearance>(await game.maker.get(settings))
  const view = (fields: Record<string, string | Blob>) =>
    sendForm(game.maker, game.product.baseUrl, `${settings}?/view`, fields)

  test('turns an icon into 270 by 270 pixels of AVIF before it answers, at an immutable address', async () => {
    const icon = new File([new Uint8Array(await picture(800, 300))], 'icon.png')
    const answer = await view({ name: 'A place', description: 'Mine', icon })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { message: 'View settings updated successfully!' },
    ])
    const stored = await readStored(game.product, `icons/${game.place.id}.avif`)
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'heif', width: 270, height: 270 })
    const { icon: name } = await shown()
    const address = `/place/${game.place.id}/icon.avif`
    const served = await game.maker.get(`${address}?v=${name}`, '*/*')
    expect(Buffer.from(await served.arrayBuffer()).equals(stored)).toBe(true)
    expect(served.headers.get('content-type')).toBe('image/avif')
    expect(served.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect((await game.ask(`${address}?v=older`)).status).toBe(200)
    // Without a new icon, the current one stays.
    await view({ name: 'A place', description: 'Mine' })
    expect((await shown()).icon).toBe(name)

    await game.maker.post(`${settings}?/privacy`, { privateServer: 'true' })
    expect((await game.ask(address)).status).toBe(404)
    expect((await other.get(address, '*/*')).status).toBe(404)
    const { privateTicket } = await json<{ privateTicket: string }>(await game.maker.get(settings))
    expect((await other.get(`${address}?privateServer=${privateTicket}`, '*/*')).status).toBe(200)
    await game.maker.post(`${settings}?/privacy`, { privateServer: 'false' })

    expect((await game.maker.post(`${settings}?/removeicon`)).status).toBe(200)
    expect((await game.maker.get(`${address}?v=${name}`, '*/*')).status).toBe(404)
  })

  test('refuses an icon in a vector format, and one of too many pixels', async () => {
    const vector = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'icon.png')
    const answer = await view({ name: 'Renamed', icon: vector })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      invalidFields({ icon: 'Icon must be an image' }),
    ])
    const bomb = new File([new Uint8Array(await picture(9_000, 9_000))], 'bomb.png')
    expect((await view({ name: 'Renamed', icon: bomb })).status).toBe(400)
    expect((await shown()).name).toBe('A place')
  })

  test('shows 16:9 screenshots in the owner’s order, and hides them with the place', async () => {
    const add = async (bytes: Buffer) =>
      game.maker.upload(`${settings}?/addthumbnail`, 'picture', new Blob([new Uint8Array(bytes)]))
    for (const size of [900, 700, 500]) expect((await add(await picture(size, 400))).status).toBe(200)
    const order = async () =>
      (await json<{ thumbnails: number[] }>(await game.maker.get(game.place.path))).thumbnails
    expect(await order()).toEqual([1, 2, 3])
    const move = (thumbnail: string, to: string) =>
      game.maker.post(`${settings}?/movethumbnail`, { thumbnail, to })
    for (const to of ['earlier', 'earlier', 'earlier']) expect((await move('3', to)).status).toBe(200)
    expect(await order()).toEqual([3, 1, 2])
    await move('1', 'later')
    expect(await order()).toEqual([3, 2, 1])

    const address = `/place/${game.place.id}/thumbnails/3.avif`
    const served = await game.maker.get(address, '*/*')
    const stored = await sharp(await served.arrayBuffer()).metadata()
    expect(stored).toMatchObject({ width: 1280, height: 720 })
    expect((await game.ask(address)).status).toBe(200)
    await game.maker.post(`${settings}?/privacy`, { privateServer: 'true' })
    expect([(await game.ask(address)).status, (await other.get(address, '*/*')).status]).toEqual([404, 404])
    await game.maker.post(`${settings}?/privacy`, { privateServer: 'false' })

    await game.maker.post(`${settings}?/removethumbnail`, { thumbnail: '3' })
    expect(await order()).toEqual([2, 1])
    expect((await game.ask(address)).status).toBe(404)
    expect(await (await add(Buffer.from('no picture'))).json()).toMatchObject(
      invalidFields({ picture: 'This isn’t a PNG, JPEG, WebP or GIF image' }),
    )
    expect(await order()).toEqual([2, 1])
  })
})
