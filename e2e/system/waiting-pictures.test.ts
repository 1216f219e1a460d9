import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startConfigured } from '../support/configured.ts'
import { json, makePlace, type Place } from '../support/game.ts'
import { type Person, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

const picture = async (background: string) =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 300, height: 300, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  ])

interface Waiting {
  icon: string | null
  waiting: { id: string }[]
}

describe('pictures that wait for review', () => {
  let product: Product
  let staff: Person
  let maker: Person
  let stranger: Person
  let place: Place

  beforeAll(async () => {
    product = await startConfigured({ Moderation: { ReviewPictures: true } })
    staff = await register(product.baseUrl, 'Staff')
    maker = await register(product.baseUrl, 'Maker')
    stranger = await register(product.baseUrl, 'Stranger')
    place = await makePlace(maker, 'Castle')
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  const settings = async () => json<Waiting>(await maker.get(`${place.path}/settings`))
  const upload = async (colour: string) => {
    const name = { name: 'Castle', description: '' }
    const sent = maker.upload(`${place.path}/settings?/view`, 'icon', await picture(colour), {}, name)
    expect((await sent).status).toBe(200)
    return (await settings()).waiting[0]?.id ?? ''
  }

  /** Public addresses that show pictures of a game, or name them. */
  const publicAddresses = () => [
    place.path,
    '/games',
    '/games?sort=new',
    `/share/${place.id}`,
    `/oembed?url=${encodeURIComponent(product.baseUrl + place.path)}`,
    '/feeds/games.atom',
    '/sitemap.xml',
    '/user/Maker',
  ]

  test('no public address has a waiting picture, and its own address only answers its maker and reviewers', async () => {
    const id = await upload('red')
    const own = `/develop/pictures/${id}.avif`
    expect((await maker.get(own, '*/*')).headers.get('cache-control')).toBe('private, no-store')
    expect((await staff.get(own, '*/*')).headers.get('content-type')).toBe('image/avif')
    expect((await stranger.get(own, '*/*')).status).toBe(404)
    expect((await visitor(product.baseUrl).get(own, '*/*')).status).toBe(302)
    for (const address of publicAddresses())
      for (const accept of ['application/json', 'text/html'])
        expect(await (await stranger.get(address, accept)).text(), address).not.toContain(id)
    for (const person of [visitor(product.baseUrl), stranger, maker, staff])
      expect((await person.get(`/place/${place.id}/icon.avif`, '*/*')).status).toBe(404)
    const shared = await visitor(product.baseUrl).get(`/share/${place.id}/picture.jpg`, '*/*')
    expect(shared.headers.get('content-type')).not.toBe('image/avif')
  })

  test('the overview counts it, and once approved everybody sees it', async () => {
    const id = await upload('blue')
    const { attention } = await json<{ attention: { what: string; count: number }[] }>(
      await staff.get('/admin'),
    )
    expect(attention).toContainEqual({ what: 'pictures', count: 1 })
    const queue = await json<{ pictures: { waiting: number; pictures: { id: string }[] } }>(
      await staff.get('/admin/assets'),
    )
    expect(queue.pictures).toMatchObject({ waiting: 1, pictures: [{ id, of: 'game', title: 'Castle' }] })
    expect((await stranger.post('/admin/assets?/approvepicture', { picture: id })).status).toBe(403)
    expect((await staff.post('/admin/assets?/approvepicture', { picture: id })).status).toBe(200)
    const shown = await visitor(product.baseUrl).get(`/place/${place.id}/icon.avif`, '*/*')
    expect(shown.status).toBe(200)
    expect((await maker.get(`/develop/pictures/${id}.avif`, '*/*')).status).toBe(404)
    expect((await staff.post('/admin/assets?/approvepicture', { picture: id })).status).toBe(400)
  })

  test('a rejected picture is gone, and its maker reads why', async () => {
    const { icon } = await settings()
    const id = await upload('green')
    const rejected = { picture: id, reason: 'Too dark' }
    expect((await staff.post('/admin/assets?/refusepicture', rejected)).status).toBe(200)
    expect(await settings()).toMatchObject({ icon, waiting: [] })
    const inbox = await maker.get('/notifications')
    expect(await inbox.text()).toContain('Too dark')
  })

  test('its maker withdraws it', async () => {
    const id = await upload('yellow')
    const withdraw = (person: Person) => person.post(`${place.path}/settings?/withdraw`, { picture: id })
    expect((await withdraw(stranger)).status).toBe(403)
    expect((await withdraw(maker)).status).toBe(200)
    expect((await settings()).waiting).toEqual([])
    expect((await staff.get(`/develop/pictures/${id}.avif`, '*/*')).status).toBe(404)
  })
})
