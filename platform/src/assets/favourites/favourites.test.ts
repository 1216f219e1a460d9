import { describe, expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { listFavouriteAssets } from '../catalog/favourites.ts'
import { storeAsset } from '../files/store-asset.ts'
import { favouriteAsset, unfavouriteAsset, unwishAsset, wishAsset } from './favourite.ts'

describe.each(databases)('favourite items on %s', (kind) => {
  test('are counted once for each player, and listed', async () => {
    const platform = await openTestPlatform(kind)
    const { db } = platform
    const [maker, fan] = [await registerPerson(platform, 'Maker'), await registerPerson(platform, 'Fan')]
    const ids: number[] = []
    for (const visibility of ['Visible', 'Visible', 'Pending'] as const) {
      const { id } = await storeAsset(platform, maker, { type: 8, name: 'Straw hat' }, [Buffer.from('x')])
      await db.updateTable('assets').set({ visibility, for_sale: 1 }).where('id', '=', id).execute()
      ids.push(id)
    }
    const [hat = 0, cap = 0, hidden = 0] = ids
    const favourites = async (id: number) =>
      (await db.selectFrom('assets').select('favourites').where('id', '=', id).executeTakeFirst())?.favourites
    const listed = async () =>
      (await listFavouriteAssets(platform, fan, { wished: false })).assets.map(({ id }) => id)

    await Promise.all([
      favouriteAsset(platform, fan, { id: hat }),
      favouriteAsset(platform, fan, { id: hat }),
    ])
    platform.pass(1)
    await favouriteAsset(platform, fan, { id: cap })
    await favouriteAsset(platform, maker, { id: hat })
    await expect(favouriteAsset(platform, fan, { id: hidden })).rejects.toMatchObject({ reason: 'missing' })
    expect([await favourites(hat), await listed()]).toEqual([2, [cap, hat]])

    await unfavouriteAsset(platform, fan, { id: hat })
    await unfavouriteAsset(platform, fan, { id: hat })
    expect([await favourites(hat), await listed()]).toEqual([1, [cap]])
    await db.deleteFrom('users').where('id', '=', fan.id).execute()
    expect(await favourites(cap)).toBe(0)
  })

  test('are wished for until they are owned, apart from favourites', async () => {
    const platform = await openTestPlatform(kind)
    const { db } = platform
    const [maker, fan] = [await registerPerson(platform, 'Maker'), await registerPerson(platform, 'Fan')]
    const store = async (visibility: 'Visible' | 'Pending') => {
      platform.pass(1)
      const { id } = await storeAsset(platform, maker, { type: 8, name: 'Straw hat' }, [Buffer.from('x')])
      await db.updateTable('assets').set({ visibility }).where('id', '=', id).execute()
      return id
    }
    const [hat, cap, hidden] = [await store('Visible'), await store('Visible'), await store('Pending')]
    const wished = async (who = fan) =>
      (await listFavouriteAssets(platform, who, { wished: true })).assets.map(({ id }) => id)

    for (const id of [hat, hat, cap, hat]) {
      platform.pass(1)
      await wishAsset(platform, fan, { id })
    }
    await wishAsset(platform, maker, { id: hat })
    await favouriteAsset(platform, fan, { id: hat })
    await expect(wishAsset(platform, fan, { id: hidden })).rejects.toMatchObject({ reason: 'missing' })
    expect([await wished(), await wished(maker)]).toEqual([[cap, hat], []])
    await db.insertInto('owned_assets').values({ user_id: fan.id, asset_id: cap, created: 0 }).execute()
    expect(await wished()).toEqual([hat])
    await unwishAsset(platform, fan, { id: hat })
    expect(await wished()).toEqual([])
    expect((await listFavouriteAssets(platform, fan, { wished: false })).assets).toMatchObject([{ id: hat }])
  })
})
