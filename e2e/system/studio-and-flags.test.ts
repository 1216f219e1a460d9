import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyDatabase } from '../support/databases.ts'
import { type Game, json, startGame } from '../support/game.ts'
import { visitor } from '../support/person.ts'

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

let game: Game

beforeAll(async () => {
  game = await startGame(anyDatabase)
})
afterAll(() => game.stop())

test('an administrator’s flag reaches the clients', async () => {
  const { maker, ask } = game
  const settings = async () => JSON.parse((await ask('/Setting/QuietGet/ClientAppSettings/')).text)
  expect(await settings()).toEqual({ applicationSettings: {} })

  const set = await maker.post('/admin/flags?/set', { name: 'FFlagOne', value: 'True' })
  expect([set.status, await set.json()]).toEqual([200, { message: 'FFlagOne saved' }])
  // Another site learns of it after the answer.
  await expect.poll(settings).toEqual({ applicationSettings: { FFlagOne: 'True' } })
  const { flags } = await json<{ flags: { name: string }[] }>(await maker.get('/admin/flags'))
  expect(flags.map(({ name }) => name)).toEqual(['FFlagOne'])

  await maker.post('/admin/flags?/remove', { name: 'FFlagOne' })
  await expect.poll(settings).toEqual({ applicationSettings: {} })
})

test('a studio’s screenshot belongs to its maker alone', async () => {
  const { maker, player, product } = game
  const upload = (cookie: string | undefined) =>
    fetch(`${product.baseUrl}/UploadMedia/PostImage.aspx`, {
      method: 'POST',
      body: pixel,
      headers: { ...(cookie && { cookie }), 'Content-Type': 'image/png' },
    })
  expect((await upload(undefined)).status).toBe(401)
  const accepted = await upload(maker.cookie)
  expect([accepted.status, await accepted.text()]).toEqual([200, 'OK'])

  const listed = async (person = maker) => {
    const { screenshots } = await json<{ screenshots: { id: string }[] }>(await person.get('/settings'))
    return screenshots.map(({ id }) => id)
  }
  const [id] = await listed()
  expect(await listed(player)).toEqual([])

  const path = `/settings/screenshots/${id}`
  const download = await maker.get(path, '*/*')
  expect(download.status).toBe(200)
  expect(download.headers.get('content-type')).toBe('image/png')
  expect(download.headers.get('content-disposition')).toMatch(
    /^attachment; filename="screenshot-[\dT-]+\.png"$/,
  )
  expect(download.headers.get('x-content-type-options')).toBe('nosniff')
  const bytes = Buffer.from(await download.arrayBuffer())
  expect(bytes.length).toBe(Number(download.headers.get('content-length')))
  const preview = await maker.get(`${path}/preview`, '*/*')
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp'])
  await preview.body?.cancel()

  for (const [person, status] of [
    [player, 404],
    [visitor(product.baseUrl), 302],
  ] as const) {
    expect((await person.get(path, '*/*')).status).toBe(status)
    expect((await person.get(`${path}/preview`, '*/*')).status).toBe(status)
    await person.post('/settings?/deletescreenshot', { id: id ?? '' })
  }
  expect(await listed()).toEqual([id])
  expect((await maker.post('/settings?/deletescreenshot', { id: id ?? '' })).status).toBe(204)
  expect(await listed()).toEqual([])
  expect((await maker.get(path, '*/*')).status).toBe(404)
})
