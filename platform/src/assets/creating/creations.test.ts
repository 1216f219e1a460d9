import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { day, minute } from '../../foundation/clock.ts'
import { viewQueue } from '../../moderation/asset-review/queue.ts'
import { approveAsset, refuseAsset } from '../../moderation/asset-review/review.ts'
import { listReviewedCreations } from '../../moderation/asset-review/view.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { startTestEconomy } from '../../testing/economy.ts'
import { errorsOf } from '../../testing/errors.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { owns } from '../ownership/queries.ts'
import { findAsset } from '../queries.ts'
import { createAsset } from './create.ts'
import { listCreations } from './list.ts'
import { sweepCreations } from './sweep.ts'

const unit = 1_000_000
const burned = 7.5 * unit

const picture = (width: number, height: number, format: 'png' | 'jpeg' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .toFormat(format)
    .toBuffer()

const model = Buffer.from(
  '<roblox version="4"><Item class="Hat"><Properties><string name="Name">Hat</string></Properties></Item></roblox>',
)

async function start(kind: DatabaseKind) {
  const economy = await startTestEconomy()
  const platform = await openTestPlatform(kind, {}, { ECONOMY_URL: economy.address })
  const administrator = await registerPerson(platform, 'Administrator')
  const maker = await registerPerson(platform, 'Maker')
  await economy.mint(maker, 20 * unit)
  const manager: Actor = { ...administrator, permissionLevel: permissionLevel.catalogManager }
  const make = async (
    fields: Record<string, string> = {},
    file: Uint8Array | undefined = undefined,
    actor = maker,
  ) =>
    createAsset(
      platform,
      actor,
      { type: '11', name: 'Striped shirt', description: 'Blue', price: '3', ...fields },
      file ?? (await picture(585, 559)),
    )
  return { economy, platform, administrator, maker, manager, make }
}

async function fileOf(platform: TestPlatform, id: number): Promise<Buffer> {
  const file = await platform.assetFiles.read(id)
  if (!file.bytes) throw new Error('the file is larger than any of these tests')
  return file.bytes
}

const imageOf = (document: Buffer) => Number(/asset\?id=(\d+)/.exec(document.toString())?.[1])

const filesOf = (platform: TestPlatform) => platform.files.list('assets').size

describe.each(databases)('creating on %s', (kind) => {
  test('a shirt is a document that refers to its picture, costs 7.5 units, and waits for approval', async () => {
    const { economy, platform, maker, manager, make } = await start(kind)
    const { id, slug } = await make({ name: 'A <b>"shirt"</b> & more' }, await picture(585, 559, 'jpeg'))
    expect(slug).toBe('A-b-shirt-b-more')
    expect(await economy.balanceOf(maker)).toBe(20 * unit - burned)
    expect((await economy.events())[0]).toMatchObject({
      Type: 'Burn',
      Amount: burned,
      Link: `/catalog/${id}/${slug}`,
    })
    expect(await owns(platform.db, maker.id, id)).toBe(true)
    const asset = {
      type: 11,
      visibility: 'Pending',
      price: 3 * unit,
      for_sale: 1,
      creator_id: maker.id,
      sold: 0,
    }
    expect(await findAsset(platform.db, id)).toMatchObject(asset)

    const document = await fileOf(platform, id)
    expect(document.toString()).toContain('<Item class="Shirt"')
    expect(document.toString()).toContain(
      '<string name="Name">A &lt;b&gt;&quot;shirt&quot;&lt;/b&gt; &amp; more</string>',
    )
    const imageId = imageOf(document)
    expect(document.toString()).toContain(`<url>${platform.config.baseUrl}/asset?id=${imageId}</url>`)
    const image = await sharp(await fileOf(platform, imageId)).metadata()
    expect([image.format, image.width, image.height]).toEqual(['png', 585, 559])
    expect(await findAsset(platform.db, imageId)).toMatchObject({
      type: 1,
      visibility: 'Pending',
      for_sale: 0,
    })

    expect((await listCreations(platform, maker)).assets).toMatchObject([
      { id, visibility: 'Pending', imageId },
    ])
    expect((await viewQueue(platform, manager)).assets).toMatchObject([
      { id, creatorUsername: 'Maker', imageId },
    ])
    // Both at the same moment: one decides, and the creator is told once.
    const verdicts = await Promise.allSettled([
      approveAsset(platform, manager, { id: String(id) }),
      refuseAsset(platform, manager, { id: String(id), reason: ' Too blue ' }),
    ])
    expect(verdicts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const approved = verdicts[0].status === 'fulfilled'
    const visibility = approved ? 'Visible' : 'Moderated'
    for (const one of [id, imageId]) expect(await findAsset(platform.db, one)).toMatchObject({ visibility })
    const { notifications } = await viewNotifications(platform, maker)
    expect(notifications).toMatchObject([
      approved
        ? {
            type: 'assetapproved',
            note: '“A <b>"shirt"</b> & more” was approved',
            link: `/catalog/${id}/${slug}`,
          }
        : {
            type: 'assetrefused',
            note: '“A <b>"shirt"</b> & more” was not approved: Too blue',
            link: `/catalog/${id}/${slug}`,
          },
    ])
    const log = await platform.db.selectFrom('audit_log').selectAll().execute()
    expect(log).toMatchObject([{ action: approved ? 'approveasset' : 'refuseasset', subject: `asset:${id}` }])
  })

  test('what is refused is told why, is not served, and the next one is looked at', async () => {
    const { platform, maker, manager, make } = await start(kind)
    const first = await make({ type: '13', name: 'First' }, await picture(2000, 1000))
    platform.pass(1)
    const second = await make({ type: '8', name: 'Second', price: '' }, model)
    expect((await viewQueue(platform, manager)).assets.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(await errorsOf(refuseAsset(platform, manager, { id: String(first.id), reason: ' ' }))).toEqual({
      reason: 'Say why, in 1 to 300 characters',
    })
    const imageId = imageOf(await fileOf(platform, first.id))
    const { width, height } = await sharp(await fileOf(platform, imageId)).metadata()
    expect([width, height]).toEqual([1024, 512])
    await refuseAsset(platform, manager, { id: String(first.id), reason: 'Unkind words' })
    for (const id of [first.id, imageId])
      await expect(fileOf(platform, id)).rejects.toMatchObject({ reason: 'missing' })
    expect((await listReviewedCreations(platform, maker)).assets).toMatchObject([
      { id: second.id, visibility: 'Pending', reason: null, forSale: false, imageId: null },
      { id: first.id, visibility: 'Moderated', reason: 'Unkind words' },
    ])
    expect((await viewQueue(platform, manager)).assets).toMatchObject([
      { id: second.id, outline: { classes: [{ name: 'Hat', count: 1 }], addresses: [] } },
    ])
    expect(await fileOf(platform, second.id)).toEqual(model)
    const again = approveAsset(platform, manager, { id: String(first.id) })
    await expect(again).rejects.toThrow('Somebody has reviewed this already')
    await expect(approveAsset(platform, manager, { id: '1' })).rejects.toMatchObject({ reason: 'missing' })
    await expect(approveAsset(platform, maker, { id: String(second.id) })).rejects.toMatchObject({
      reason: 'forbidden',
    })
  })

  test('every fault is told at its field, what one may not create is forbidden, and nothing is paid or kept', async () => {
    const { economy, platform, maker, make } = await start(kind)
    expect(
      await errorsOf(
        make({ name: 'x', price: '1000', description: 'x'.repeat(1001) }, new Uint8Array(20_000_001)),
      ),
    ).toEqual({
      name: 'Names have 3 to 50 characters',
      price: 'The price is an amount from 0 to 999, with at most six places',
      description: 'Descriptions have at most 1000 characters',
      asset: 'File must be less than 20MB in size',
    })
    expect(
      await errorsOf(
        make({ name: '\u200b\u200b\u200b', price: '1e2', description: '\r\n'.repeat(1000) }, model),
      ),
    ).toEqual({
      name: 'Names are written in letters, digits and signs',
      price: 'The price is an amount from 0 to 999, with at most six places',
      asset: 'This is not a PNG, JPEG, WebP or GIF image',
    })
    const files: [type: string, file: Uint8Array, message: string][] = [
      ['11', await picture(584, 559), 'Clothing must be 585x559 pixels'],
      ['12', await picture(1170, 1118), 'Clothing must be 585x559 pixels'],
      [
        '2',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        'This is not a PNG, JPEG, WebP or GIF image',
      ],
      ['13', new Uint8Array(), 'There is no image'],
      ['8', await picture(1, 1), 'This is not an XML model file'],
      ['8', Buffer.from('<html><Item class="x"/></html>'), 'Model files begin with <roblox>'],
      ['8', Buffer.from('<roblox></roblox>'), 'There is nothing in this model'],
      ['8', Buffer.from('<roblox><Item class="x"></roblox>'), 'This is not an XML model file'],
      ['8', Buffer.from(`<roblox>${'<Item>'.repeat(300)}`), 'This model is too large'],
      [
        '8',
        Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><roblox><Item class="&a;"/></roblox>'),
        'Model files have no document type',
      ],
      ['8', Buffer.from('<roblox><Item class="&a;"/></roblox>'), 'This is not an XML model file'],
    ]
    for (const [type, file, message] of files)
      expect([type, await errorsOf(make({ type }, file))]).toEqual([type, { asset: message }])
    for (const type of ['1', '3', '10', '19', '99'])
      await expect(make({ type }), type).rejects.toMatchObject({ reason: 'forbidden' })
    expect(await errorsOf(make({ type: 'x' }))).toEqual({ type: 'Choose what to create' })
    expect(await errorsOf(createAsset(platform, maker, { type: '8', name: 'A hat' }, undefined))).toEqual({
      asset: 'Choose a file',
    })
    expect([filesOf(platform), await economy.balanceOf(maker)]).toEqual([0, 20 * unit])
  })

  test('a form that is sent ten times makes one thing; without money, or a ledger, none', async () => {
    const { economy, platform, maker, manager, make } = await start(kind)
    const form = { key: 'abcdefghij0123456789' }
    const made = await Promise.all(Array.from({ length: 10 }, () => make(form)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await economy.balanceOf(maker)).toBe(20 * unit - burned)
    expect(filesOf(platform)).toBe(2)
    await make({ key: 'second' })
    const poor = make({ key: 'third' })
    await expect(poor).rejects.toThrow(
      'insufficient balance: balance was 5.000000 unit, at least 7.500000 unit is required',
    )
    expect([filesOf(platform), (await listCreations(platform, maker)).assets.length]).toEqual([4, 2])
    await economy.mint(maker, 10 * unit)
    await make({ key: 'third' })

    // The ledger has taken the money, and its answer is lost.
    const send = platform.economy.send
    platform.economy.send = async (...request) => {
      await send(...request)
      return { outcome: 'unknown', reason: 'the economy service has not answered' }
    }
    await expect(make({ key: 'fourth' })).rejects.toThrow('still being checked')
    platform.economy.send = send
    expect((await listCreations(platform, maker)).assets[0]).toMatchObject({ visibility: 'Unpaid' })
    await make({ key: 'fourth' })
    expect(await economy.balanceOf(maker)).toBe(0)
    platform.economy.send = async () => ({
      outcome: 'unknown',
      reason: 'the economy service has not answered',
    })
    await expect(make({ key: 'fifth' })).rejects.toThrow('still being checked')
    platform.economy.send = send
    platform.pass(minute)
    await platform.payments.settleLeft()
    await sweepCreations(platform)
    expect((await listCreations(platform, maker)).assets.length).toBe(4)
    expect(filesOf(platform)).toBe(8)

    // Free for level 3, also while the ledger is away, and there at once.
    await economy.close()
    const free = await make({}, undefined, manager)
    expect(await findAsset(platform.db, free.id)).toMatchObject({ visibility: 'Visible' })
    platform.pass(2 * day)
    await sweepCreations(platform)
    expect(await platform.db.selectFrom('creations').selectAll().execute()).toEqual([])
    expect(filesOf(platform)).toBe(10)
  })
})
