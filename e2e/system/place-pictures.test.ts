import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invalidFields } from '../support/answers.ts'
import { embedded } from '../support/databases.ts'
import { type Game, json, startGame } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import { readStored } from '../support/stored.ts'

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

interface Settings {
  name: string
  icon: string | null
}

describe.each(embedded)('pictures of places on %s', (kind) => {
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
    const { icon: name } = await read()
    const address = `/place/${game.place.id}/icon.avif`
    const served = await game.maker.get(`${address}?v=${name}`, '*/*')
    expect(Buffer.from(await served.arrayBuffer()).equals(stored)).toBe(true)
    expect(served.headers.get('content-type')).toBe('image/avif')
    expect(served.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect((await game.ask(`${address}?v=older`)).status).toBe(200)
    // Without a new icon, the current one stays.
    await view({ name: 'A place', description: 'Mine' })
    expect((await read()).icon).toBe(name)

    await game.maker.post(`${settings}?/privacy`, { privateServer: 'true' })
    expect((await game.ask(address)).status).toBe(404)
    expect((await other.get(address, '*/*')).status).toBe(404)
    const { privateTicket } = await json<{ privateTicket: string }>(await game.maker.get(settings))
    expect((await other.get(`${address}?privateServer=${privateTicket}`, '*/*')).status).toBe(200)
    await game.maker.post(`${settings}?/privacy`, { privateServer: 'false' })

    expect((await game.maker.post(`${settings}?/removeicon`)).status).toBe(200)
    expect((await game.maker.get(`${address}?v=${name}`, '*/*')).status).toBe(404)
  })

  test('refuses an invalid icon together with the other faults, and changes nothing', async () => {
    const large = new File([new Uint8Array(1_000_001)], 'large.png')
    const refused = await view({ name: '', description: 'x'.repeat(1001), icon: large })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject(
      invalidFields({
        name: 'Give the place a name',
        description: 'Use at most 1000 characters',
        icon: 'Icon must be less than 1MB in size',
      }),
    )
    for (const text of ['no image', '<svg xmlns="http://www.w3.org/2000/svg"/>']) {
      const answer = await view({ name: 'Renamed', icon: new File([text], 'icon.png') })
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        invalidFields({ icon: 'Icon must be an image' }),
      ])
    }
    const bomb = new File([new Uint8Array(await picture(9_000, 9_000))], 'bomb.png')
    expect((await view({ name: 'Renamed', icon: bomb })).status).toBe(400)
    expect((await read()).name).toBe('A place')
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
