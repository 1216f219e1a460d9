import { describe, expect, test } from 'vitest'
import { permissionLevel } from '../accounts/rules.ts'
import { errorsOf } from '../testing/errors.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { storeAsset } from './files/store-asset.ts'
import { findAsset } from './queries.ts'
import { updateAsset, viewAssetSettings } from './settings.ts'

describe.each(databases)('the settings of an asset on %s', (kind) => {
  test('lets the creator and moderators change it, and reports each error at its field', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Administrator')
    const maker = await registerPerson(platform, 'Maker')
    const other = await registerPerson(platform, 'Other')
    const moderator = { ...other, permissionLevel: permissionLevel.moderator }
    const { id } = await storeAsset(platform, maker, { type: 8, name: 'Hat' }, [Buffer.from('hat')])
    const good = { name: 'Hat', description: '', price: '0', forSale: 'off' }
    const change = (input: object, actor = maker) => updateAsset(platform, actor, { id, ...good, ...input })

    // Browsers send two characters for a line end, and count one.
    const description = 'line\r\n'.repeat(200)
    platform.pass(5)
    await change({ name: ' Straw hat ', description, price: '12.000001', forSale: 'on' })
    expect(await viewAssetSettings(platform, maker, { id })).toMatchObject({
      name: 'Straw hat',
      description: { text: 'line\n'.repeat(200), updated: platform.now() },
      price: 12_000_001,
      forSale: true,
      visibility: 'Pending',
      moderates: false,
    })

    expect(
      await errorsOf(
        change({ name: 'x'.repeat(51), description: 'x'.repeat(1001), price: '1e2', forSale: '' }),
      ),
    ).toEqual({
      name: 'Use 3 to 50 characters',
      description: 'Use at most 1000 characters',
      price: 'Enter a price from 0 to 999, with at most six decimals',
      forSale: 'Choose yes or no',
    })
    for (const name of ['\u200b\u200b\u200b', 'Straw\0hat', 'Straw\nhat', 'Straw \ud800'])
      expect([name, await errorsOf(change({ name }))]).toEqual([
        name,
        { name: 'Use letters, digits or symbols' },
      ])
    expect(await findAsset(platform.db, id)).toMatchObject({ name: 'Straw hat', price: 12_000_001 })

    await expect(change({ name: 'Mine now' }, other)).rejects.toMatchObject({ reason: 'forbidden' })
    await expect(viewAssetSettings(platform, other, { id })).rejects.toMatchObject({ reason: 'forbidden' })
    await expect(updateAsset(platform, maker, { id: 100_000_000, ...good })).rejects.toMatchObject({
      reason: 'missing',
    })
    await change({ name: 'Bowler', description: 'A\0bc', price: ',5' }, moderator)
    expect(await viewAssetSettings(platform, moderator, { id })).toMatchObject({
      name: 'Bowler',
      description: { text: 'Abc' },
      price: 500_000,
      moderates: true,
    })
  })
})
