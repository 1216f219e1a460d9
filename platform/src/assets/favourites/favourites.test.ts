import { describe, expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { storeAsset } from '../files/store-asset.ts'
import { favouriteAsset, unfavouriteAsset } from './favourite.ts'
import { listFavouriteAssets } from './list.ts'

describe.each(databases)('favourite items on %s', (kind) => {
  test('are counted once for each player, listed, and wished for until they are owned', async () => {
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
    const listed = async (who = fan, wished = false) =>
      (await listFavouriteAssets(platform, who, { wished })).assets.map(({ id }) => id)

    await Promise.all([favouriteAsset(platform, fan, hat), favouriteAsset(platform, fan, hat)])
    platform.pass(1)
    await favouriteAsset(platform, fan, cap)
    for (const id of [hat, cap]) await favouriteAsset(platform, maker, id)
    await expect(favouriteAsset(platform, fan, hidden)).rejects.toMatchObject({ reason: 'missing' })
    expect([await favourites(hat), await listed(), await listed(fan, true)]).toEqual([
      2,
      [cap, hat],
      [cap, hat],
    ])
    expect(await listed(maker, true)).toEqual([])

    await unfavouriteAsset(platform, fan, hat)
    await unfavouriteAsset(platform, fan, hat)
    expect([await favourites(hat), await listed()]).toEqual([1, [cap]])
    await db.deleteFrom('users').where('id', '=', fan.id).execute()
    expect(await favourites(cap)).toBe(1)
  })
})
