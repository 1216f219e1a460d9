import { day, minute } from '@baseplate/service/clock'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fileOf, imageOf, model, picture, startCreations, unit } from '../../testing/creations.ts'
import { errorsOf } from '../../testing/errors.ts'
import { databases, type TestPlatform } from '../../testing/platforms.ts'
import { storedNames } from '../../testing/stored-names.ts'
import { publish } from '../drafts/publish.ts'
import { owns } from '../ownership/queries.ts'
import { findAsset } from '../queries.ts'
import { listCreations } from './list.ts'
import { sweepCreations } from './sweep.ts'

const burned = 7.5 * unit

const filesOf = async (platform: TestPlatform) => (await storedNames(platform.files, 'assets')).length

describe.each(databases)('creating assets on %s', (kind) => {
  test('creates a shirt as a document that refers to its image, for 7.5 units', async () => {
    const { economy, platform, maker, make } = await startCreations(kind)
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
  })

  test('records the references of a creation together with the asset', async () => {
    const { platform, make } = await startCreations(kind)
    const { id } = await make()
    const imageId = imageOf(await fileOf(platform, id))
    expect(await platform.db.selectFrom('asset_references').selectAll().execute()).toEqual([
      { asset_id: id, referred_id: imageId },
    ])
  })

  test('reports each error at its field, forbids other types, and neither charges nor stores anything', async () => {
    const { economy, platform, maker, make } = await startCreations(kind)
    expect(
      await errorsOf(
        make({ name: 'x', price: '1000', description: 'x'.repeat(1001) }, new Uint8Array(20_000_001)),
      ),
    ).toEqual({
      name: 'Use 3 to 50 characters',
      price: 'Enter a price from 0 to 999, with at most six decimals',
      description: 'Use at most 1000 characters',
      asset: 'File must be less than 20MB in size',
    })
    expect(
      await errorsOf(
        make({ name: '\u200b\u200b\u200b', price: '1e2', description: '\r\n'.repeat(1000) }, model),
      ),
    ).toEqual({
      name: 'Use letters, digits or symbols',
      price: 'Enter a price from 0 to 999, with at most six decimals',
      asset: 'This isn’t a PNG, JPEG, WebP or GIF image',
    })
    const files: [type: string, file: Uint8Array, message: string][] = [
      ['11', await picture(584, 559), 'Clothing must be 585x559 pixels'],
      ['12', await picture(1170, 1118), 'Clothing must be 585x559 pixels'],
      [
        '2',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        'This isn’t a PNG, JPEG, WebP or GIF image',
      ],
      ['13', new Uint8Array(), 'There is no image'],
      ['8', await picture(1, 1), 'This isn’t an XML model file'],
      ['8', Buffer.from('<html><Item class="x"/></html>'), 'Model files must begin with <roblox>'],
      ['8', Buffer.from('<roblox></roblox>'), 'There is nothing in this model'],
      [
        '8',
        Buffer.from('<roblox><Item class="x"></roblox>'),
        'This model file is broken at line 1, column 33',
      ],
      ['8', Buffer.from(`<roblox>${'<Item>'.repeat(300)}`), 'This model is too large'],
      [
        '8',
        Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><roblox><Item class="&a;"/></roblox>'),
        'Model files can’t have a document type',
      ],
      [
        '8',
        Buffer.from('<roblox><Item class="&a;"/></roblox>'),
        'This model file is broken at line 1, column 24',
      ],
    ]
    for (const [type, file, message] of files)
      expect([type, await errorsOf(make({ type }, file))]).toEqual([type, { asset: message }])
    for (const type of ['1', '3', '10', '19', '99'])
      await expect(make({ type }), type).rejects.toMatchObject({ reason: 'forbidden' })
    expect(await errorsOf(make({ type: 'x' }))).toEqual({ type: 'Choose what to create' })
    expect(await errorsOf(publish(platform, maker, { type: '8', name: 'A hat' }))).toEqual({
      asset: 'Choose a file',
    })
    expect([await filesOf(platform), await economy.balanceOf(maker)]).toEqual([0, 20 * unit])
  })

  test('creates one asset for a form that is submitted ten times, and none without payment', async () => {
    const { economy, platform, maker, manager, make } = await startCreations(kind)
    const form = { key: 'abcdefghij0123456789' }
    const made = await Promise.all(Array.from({ length: 10 }, () => make(form)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await economy.balanceOf(maker)).toBe(20 * unit - burned)
    expect(await filesOf(platform)).toBe(2)
    await make({ key: 'second' })
    const poor = make({ key: 'third' })
    await expect(poor).rejects.toThrow(
      'insufficient balance: balance was 5.000000 unit, at least 7.500000 unit is required',
    )
    expect([await filesOf(platform), (await listCreations(platform, maker)).assets.length]).toEqual([4, 2])
    await economy.mint(maker, 10 * unit)
    await make({ key: 'third' })

    // The ledger records the payment, and its response is lost.
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
    expect(await filesOf(platform)).toBe(8)

    // Free and visible at once for level 3, even while the ledger is unavailable.
    await economy.close()
    const free = await make({}, undefined, manager)
    expect(await findAsset(platform.db, free.id)).toMatchObject({ visibility: 'Visible' })
    platform.pass(2 * day)
    await sweepCreations(platform)
    expect(await platform.db.selectFrom('creations').selectAll().execute()).toEqual([])
    expect(await filesOf(platform)).toBe(10)
  })
})
