import { hatDocument } from '@baseplate/renderer/models/write-document'
import { lathe, meshText } from '@baseplate/renderer/models/write-mesh'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invalidFields, refusalWith } from '../support/answers.ts'
import { borrowOn, databases } from '../support/databases.ts'
import { give, unit } from '../support/money.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'

/** Fields of the responses in this file. Each response has some of them. */
interface Answer {
  id: string
  key: string
  balance: number
  message: string
  assets: object[]
  drafts: { key?: string }[]
  draft: object
  notifications: object[]
}

describe.each(databases)('creating and approval on %s', (kind) => {
  let product: Product
  let administrator: Person
  let maker: Person
  let template: Blob

  beforeAll(async () => {
    product = await borrowOn(kind)
    administrator = await register(product.baseUrl, 'Administrator')
    maker = await register(product.baseUrl, 'Maker')
    await give(product, 'Maker', 20)
    const shape = { width: 585, height: 559, channels: 3, background: '#36a' } as const
    template = new Blob([await sharp({ create: shape }).jpeg().toBuffer()])
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
  })

  const json = async (answer: Promise<Response>) => (await (await answer).json()) as Answer
  const balance = async () => (await json(maker.get('/economy'))).balance
  const create = (fields: Record<string, string>, file = template, by = maker) =>
    by.upload(
      '/develop/create',
      'asset',
      file,
      {},
      { type: '11', name: 'Sea shirt', price: '2.5', ...fields },
    )
  const served = (id: string | number) => fetch(`${product.baseUrl}/asset?id=${id}`)

  /** Expects that a replaced file is hidden from clients and waits for a new approval. */
  async function expectReplaced(id: number, imageId: string, location: string) {
    const data = `${location}/settings?/data`
    const red = { width: 585, height: 559, channels: 3, background: '#a33' } as const
    const another = new Blob([await sharp({ create: red }).png().toBuffer()])
    expect((await administrator.upload(`/catalog/1/x/settings?/data`, 'asset', another)).status).toBe(404)
    const wrong = await maker.upload(data, 'asset', new Blob(['no picture']))
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      invalidFields({ asset: 'This isn’t a PNG, JPEG, WebP or GIF image' }),
    ])
    const page = await maker.upload(data, 'asset', new Blob(['no picture']), { accept: 'text/html' })
    expect([page.status, await page.text()]).toEqual([
      400,
      expect.stringContaining('This isn’t a PNG, JPEG, WebP or GIF image'),
    ])
    expect((await served(imageId)).status).toBe(200)
    const replaced = await maker.upload(data, 'asset', another)
    expect([replaced.status, await replaced.json()]).toEqual([
      200,
      { message: 'Asset data updated successfully!' },
    ])
    for (const one of [id, imageId]) expect((await served(one)).status).toBe(404)
    const [waiting] = (await json(administrator.get('/admin/assets'))).assets
    expect(waiting).toMatchObject({ id, file: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const stale = await administrator.post('/admin/assets?/approve', { id: String(id), file: 'another' })
    expect([stale.status, await stale.json()]).toEqual([
      400,
      refusalWith('The file has been replaced. Review it again.'),
    ])
  }

  /** Expects that nobody else can decide on an item that another moderator has claimed. */
  async function expectClaims(id: number) {
    const helper = await register(product.baseUrl, 'Helper')
    await administrator.post('/admin/accounts/Helper?/level', { permissionLevel: '3' })
    expect(await (await helper.post('/admin/assets?/claim')).json()).toEqual({ claimed: 1 })
    expect((await json(helper.get('/admin/assets'))).assets).toMatchObject([
      { id, until: expect.any(Number) },
    ])
    expect(await json(administrator.get('/admin/assets'))).toMatchObject({
      assets: [],
      others: [{ id, holder: 'Helper' }],
      waiting: 1,
    })
    const held = await administrator.post(
      '/admin/assets?/approve',
      { id: String(id) },
      { accept: 'text/html' },
    )
    expect([held.status, await held.text()]).toEqual([
      400,
      expect.stringContaining('Helper is reviewing this item'),
    ])
    expect((await helper.post('/admin/assets?/release', { id: String(id) })).status).toBe(204)
  }

  test('lets a shirt be created and approved, and serves it to clients', async () => {
    const { key } = await json(maker.get('/develop/create'))
    const created = await create({ key })
    const location = created.headers.get('location') ?? ''
    expect([created.status, location]).toEqual([302, expect.stringMatching(/^\/catalog\/\d{9}\/Sea-shirt$/)])
    const id = Number(/\d{9}/.exec(location)?.[0])
    expect((await create({ key })).headers.get('location')).toBe(location)
    expect(await balance()).toBe(12.5 * unit)
    expect((await json(maker.get('/develop'))).assets).toMatchObject([
      { id, type: 11, visibility: 'Pending', price: 2.5 * unit, forSale: true, sold: 0 },
    ])
    const imageId = /asset\?id=(\d{9})/.exec(await (await served(id)).text())?.[1] ?? ''
    const image = await sharp(await (await served(imageId)).arrayBuffer()).metadata()
    expect([image.format, image.width, image.height]).toEqual(['png', 585, 559])
    expect((await maker.get(`/develop/${id}/picture.png`, 'image/*')).headers.get('content-type')).toBe(
      'image/png',
    )

    const { assets } = await json(administrator.get('/admin/assets'))
    expect(assets).toMatchObject([{ id, creatorUsername: 'Maker' }])
    const approved = await administrator.post('/admin/assets?/approve', { id: String(id) })
    expect([approved.status, await approved.json()]).toEqual([200, { message: '“Sea shirt” was approved' }])
    expect((await json(maker.get('/notifications'))).notifications).toMatchObject([
      { type: 'assetapproved', note: '“Sea shirt” was approved', sender: null, link: location },
    ])

    await expectReplaced(id, imageId, location)
    await expectClaims(id)
    expect((await administrator.post('/admin/assets?/approve', { id: String(id) })).status).toBe(200)
    const newImage = /asset\?id=(\d{9})/.exec(await (await served(id)).text())?.[1] ?? ''
    expect(newImage).not.toBe(imageId)
    expect((await served(newImage)).status).toBe(200)
    expect((await served(imageId)).status).toBe(404)
  })

  test('hides refused assets from clients, and explains why a creation is refused', async () => {
    const location = (await create({ type: '13', name: 'Unkind' })).headers.get('location') ?? ''
    const id = /\d{9}/.exec(location)?.[0] ?? ''
    const image = /asset\?id=(\d{9})/.exec(await (await served(id)).text())?.[1] ?? ''
    expect((await administrator.post('/admin/assets?/refuse', { id, reason: 'Unkind' })).status).toBe(200)
    expect([(await served(id)).status, (await served(image)).status]).toEqual([404, 404])
    expect((await json(maker.get('/develop'))).assets[0]).toMatchObject({
      visibility: 'Moderated',
      reason: 'Unkind',
    })
    expect((await maker.get(`/develop/${id}/picture.png`, 'image/*')).status).toBe(404)

    const poor = await create({})
    expect([poor.status, await poor.json()]).toEqual([
      400,
      refusalWith('insufficient balance: balance was 5.000000 unit, at least 7.500000 unit is required'),
    ])
    const [draft] = (await json(maker.get('/develop'))).drafts
    expect(draft).toMatchObject({ key: expect.any(String), name: 'Sea shirt' })
    const { key = '' } = draft ?? {}
    expect((await maker.post('/develop?/deletedraft', { key })).status).toBe(204)
    expect((await json(maker.get('/develop'))).drafts).toEqual([])
    const small = await create(
      {},
      new Blob([
        await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      ]),
    )
    expect([small.status, await small.json()]).toEqual([
      400,
      invalidFields({ asset: 'Clothing must be 585x559 pixels' }),
    ])
    expect((await create({ type: '3' })).status).toBe(403)
    // Users of level 3 and higher pay nothing and need no approval.
    const free = await create({ type: '12', name: 'Long pants' }, template, administrator)
    expect(free.status).toBe(302)
    expect((await json(administrator.get('/develop'))).assets).toMatchObject([{ visibility: 'Visible' }])
  })

  test('shows a new hat on its wearer, to clients and in the browser’s 3D view', async () => {
    const cone = meshText(
      lathe([
        [0, 1],
        [0.6, 0],
      ]),
    )
    const inside = (bytes: Uint8Array) => ({ binary: Buffer.from(bytes).toString('base64') })
    const document = hatDocument(inside(cone), inside(await template.bytes()))
    const made = await create(
      { type: '8', name: 'Cone' },
      new Blob([new Uint8Array(document)]),
      administrator,
    )
    const id = /\d{9}/.exec(made.headers.get('location') ?? '')?.[0] ?? ''
    expect((await administrator.post('/character?/wear', { id })).status).toBe(200)
    const worn = await (await administrator.get(`/character/hat/${id}`)).formData()
    expect(JSON.parse(String(worn.get('parts')))).toMatchObject([
      { shape: 0, placement: { offset: [0, 0.5, 0] }, coverings: [{ side: 'all', picture: 0 }] },
    ])
    expect(await (worn.get('meshes') as File).text()).toBe(cone.toString())
    expect((worn.get('pictures') as File).size).toBe(template.size)
    expect((await maker.get('/character/hat/123456789')).status).toBe(404)
    expect((await fetch(`${product.baseUrl}/character/hat/${id}`, { redirect: 'manual' })).status).toBe(302)
  })

  test('keeps a form as a draft, with its file, and creates the item from it', async () => {
    const form = { type: '11', key: 'draft1', name: 'Later shirt', price: '' }
    const saved = await create({ ...form, save: 'draft' }, template, administrator)
    expect([saved.status, saved.headers.get('location')]).toEqual([302, '/develop'])
    const drafts = async () => (await json(administrator.get('/develop'))).drafts
    expect(await drafts()).toMatchObject([{ key: 'draft1', type: 11, name: 'Later shirt' }])
    expect(await json(administrator.get('/develop/create?draft=draft1'))).toMatchObject({
      key: 'draft1',
      draft: { name: 'Later shirt', price: '' },
    })
    const file = await administrator.get('/develop/drafts/draft1', '*/*')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="draft"')
    expect((await sharp(await file.arrayBuffer()).metadata()).width).toBe(585)
    for (const path of ['/develop/create?draft=draft1', '/develop/drafts/draft1'])
      expect((await maker.get(path)).status).toBe(404)

    const created = await administrator.post('/develop/create', form)
    expect(created.headers.get('location')).toMatch(/^\/catalog\/\d{9}\/Later-shirt$/)
    expect(await drafts()).toEqual([])
  })
})
