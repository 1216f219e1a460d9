import { describe, expect, onTestFinished, test } from 'vitest'
import { borrowOn, databases } from '../support/databases.ts'
import { register, visitor } from '../support/person.ts'

const json = async (response: Response) => (await response.json()) as Record<string, unknown>
const draft = { published: false, archived: false }

describe.each(databases)('a game of a maker on %s', (kind) => {
  async function start() {
    const product = await borrowOn(kind)
    onTestFinished(async () => expect(await product.stop()).toBe(0))
    const { baseUrl } = product
    const maker = await register(baseUrl, `Maker_${crypto.randomUUID().slice(0, 8)}`)
    const player = await register(baseUrl, `Guest_${crypto.randomUUID().slice(0, 8)}`)
    const name = `Reef ${crypto.randomUUID()}`
    const path = (await maker.post('/games/create', { name })).headers.get('location') ?? ''
    const upload = (bytes: string | Uint8Array<ArrayBuffer>) =>
      maker.upload(`${path}/settings?/data`, 'file', new Blob([bytes]))
    const listed = async () => {
      const pages = ['/games?sort=new', `/games?q=${encodeURIComponent(name)}`, '/feeds/games.atom', '/home']
      const texts = await Promise.all(
        pages.map(async (page) => (await visitor(baseUrl).get(page, 'text/html')).text()),
      )
      return texts.some((text) => text.includes(`>${name}`))
    }
    return { baseUrl, maker, player, name, path, upload, listed }
  }

  test('works at its addresses while it is a draft, and is listed once it has a file', async () => {
    const { player, path, upload, listed } = await start()
    expect(await json(await player.get(path))).toMatchObject(draft)
    expect((await player.post(`${path}?/join`)).status).toBe(200)
    expect(await listed()).toBe(false)
    expect((await upload('<roblox/>')).status).toBe(200)
    await expect.poll(listed).toBe(true)
  })

  test('refuses a picture as its file and stays a draft', async () => {
    const { maker, player, path, upload } = await start()
    const picture = Uint8Array.fromHex('89504e470d0a1a0a0000000d49484452')
    const message = 'This is a picture, not a game file. Upload the .rbxl file of your game.'
    const form = await upload(picture)
    expect([form.status, await json(form)]).toMatchObject([400, { errors: { file: message } }])
    const put = await maker.request(path.replace(/[^/]+$/, 'data'), {
      method: 'PUT',
      body: picture,
      headers: { accept: 'application/json' },
    })
    expect([put.status, JSON.stringify(await json(put))]).toEqual([400, expect.stringContaining(message)])
    expect(await json(await player.get(path))).toMatchObject(draft)
  })

  test('is archived, restored and deleted by its maker only', async () => {
    const { maker, player, name, path, upload, listed } = await start()
    await upload('<roblox/>')
    for (const action of ['archive', 'unarchive', 'publish', 'delete'])
      expect((await player.post(`${path}/settings?/${action}`, { name })).status).toBe(403)
    expect((await maker.post(`${path}/settings?/archive`)).status).toBe(200)
    const join = await player.post(`${path}?/join`)
    expect([join.status, await json(join)]).toMatchObject([409, { code: 'places.archived' }])
    await expect.poll(listed).toBe(false)
    expect((await maker.post(`${path}/settings?/unarchive`)).status).toBe(200)
    expect((await player.post(`${path}?/join`)).status).toBe(200)
    const wrong = await maker.post(`${path}/settings?/delete`, { name: 'Other' })
    expect([wrong.status, await json(wrong)]).toMatchObject([400, { codes: { name: 'places.name_differs' } }])
    expect((await maker.post(`${path}/settings?/delete`, { name })).status).toBe(302)
    for (const person of [maker, player])
      for (const page of [path, `${path}-old`, path.replace('/place/', '/share/').replace(/\/[^/]+$/, '')])
        expect((await person.get(page)).status).toBe(404)
  })
})
