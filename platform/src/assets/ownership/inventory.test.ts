import { expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { viewInventory } from '../catalog/inventory.ts'
import { storeAsset } from '../files/store-asset.ts'
import { giveAsset } from './queries.ts'

test.each(databases)('lists owned assets by type, the latest first, in pages on %s', async (kind) => {
  const platform = await openTestPlatform(kind)
  const maker = await registerPerson(platform, 'Maker')
  const owner = await registerPerson(platform, 'Owner')
  const make = async (type: number, visibility: 'Visible' | 'Moderated' = 'Visible') => {
    const { id } = await storeAsset(platform, maker, { type, name: 'A thing' }, [Buffer.from('x')])
    await platform.db.updateTable('assets').set({ visibility }).where('id', '=', id).execute()
    await giveAsset(platform.db, { userId: owner.id, assetId: id }, platform.now())
    return id
  }
  const hats: number[] = []
  for (let count = 0; count < 60; count++) {
    // Some are given at the same time.
    if (count % 3 === 0) platform.pass(1)
    hats.unshift(await make(8))
  }
  platform.pass(1)
  const shirt = await make(11)
  await make(12, 'Moderated')
  const all = await viewInventory(platform, owner, {})
  expect([all.types, all.type, all.assets[0]?.id, all.assets.length]).toEqual([[8, 11], null, shirt, 50])
  const idsOf = async (input: Record<string, unknown>) => {
    const { assets, next } = await viewInventory(platform, owner, input)
    return { ids: assets.map(({ id }) => id), next }
  }
  const first = await idsOf({ type: '8' })
  const second = await idsOf({ type: '8', cursor: first.next })
  expect([...first.ids, ...second.ids].toSorted()).toEqual(hats.toSorted())
  expect(second.next).toBeNull()
  expect((await idsOf({ type: '12' })).ids).toEqual([])
  expect((await idsOf({ type: '' })).ids).toEqual((await idsOf({})).ids)
  expect((await viewInventory(platform, { ...owner, id: 'nobody' }, {})).assets).toEqual([])
  for (const cursor of ['x', '1-x', '1-9999999999', '1-1.5']) {
    await expect(viewInventory(platform, owner, { cursor })).rejects.toThrow(
      'This page of the list doesn’t exist',
    )
  }
})
