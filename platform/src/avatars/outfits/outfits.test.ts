import { describe, expect, test } from 'vitest'
import { storeAsset } from '../../assets/files/store-asset.ts'
import { giveAsset } from '../../assets/ownership/queries.ts'
import { assetType } from '../../assets/types.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { dress, setColours, wear } from '../dress.ts'
import { maxOutfits } from '../rules.ts'
import { deleteOutfit, saveOutfit, shareOutfit, wearOutfit, wearSharedOutfit } from './change.ts'
import { listOutfits } from './list.ts'

const red = { head: '21', torso: '21', leftArm: '21', rightArm: '21', leftLeg: '21', rightLeg: '21' }

async function start(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  const anna = await registerPerson(platform, 'Anna')
  const store = async (type: number, by = anna) => {
    const { id } = await storeAsset(platform, by, { type, name: `Number ${type}` }, [
      Buffer.from('a picture'),
    ])
    await platform.db.updateTable('assets').set({ visibility: 'Visible' }).where('id', '=', id).execute()
    return id
  }
  const worn = async () => (await platform.appearances.wornItemsOf('Anna')).assetIds.toSorted()
  const outfits = () => listOutfits(platform.db, anna.id, { sharedOnly: false })
  return { platform, anna, store, worn, outfits }
}

describe.each(databases)('outfits on %s', (kind) => {
  test('are saved with colours, replaced by name, worn without items that were taken down, and deleted', async () => {
    const { platform, anna, store, worn, outfits } = await start(kind)
    const [shirt, hat, pants] = [
      await store(assetType.shirt),
      await store(assetType.hat),
      await store(assetType.pants),
    ]
    await wear(platform, anna, { id: String(shirt) })
    const { id } = await saveOutfit(platform, anna, { name: ' Party ' })
    await wear(platform, anna, { id: String(hat) })
    await setColours(platform, anna, red)
    expect(await saveOutfit(platform, anna, { name: 'PARTY' })).toEqual({ id, name: 'PARTY' })
    expect(await outfits()).toMatchObject([
      { id, name: 'PARTY', shared: false, colours: { head: 21 }, items: [{ id: hat }, { id: shirt }] },
    ])

    await dress(platform, anna, { items: String(pants), ...red, head: '1' })
    await platform.db.updateTable('assets').set({ visibility: 'Moderated' }).where('id', '=', hat).execute()
    expect(await wearOutfit(platform, anna, { id })).toEqual({ name: 'PARTY' })
    expect(await worn()).toEqual([shirt])
    expect((await platform.appearances.bodyColoursOf('Anna')).Head).toBe(21)

    await deleteOutfit(platform, anna, { id })
    expect(await outfits()).toEqual([])
    await expect(wearOutfit(platform, anna, { id })).rejects.toMatchObject({ reason: 'missing' })
  })

  test('are worn by other users who own all of their items, when shared', async () => {
    const { platform, anna, store } = await start(kind)
    const ben = await registerPerson(platform, 'Ben')
    const items = [await store(assetType.shirt), await store(assetType.hat)]
    for (const item of items) await wear(platform, anna, { id: String(item) })
    const { id } = await saveOutfit(platform, anna, { name: 'Party' })
    const wearIt = () => wearSharedOutfit(platform, ben, { username: 'anna', id })
    const worn = async () => (await platform.appearances.wornItemsOf('Ben')).assetIds.toSorted()
    await expect(wearIt()).rejects.toMatchObject({ reason: 'missing' })
    await shareOutfit(platform, anna, { id, shared: 'true' })
    const [shirt = 0, hat = 0] = items
    await giveAsset(platform.db, { userId: ben.id, assetId: shirt }, 0)
    await expect(wearIt()).rejects.toMatchObject({ reason: 'invalid' })
    expect(await worn()).toEqual([])
    await giveAsset(platform.db, { userId: ben.id, assetId: hat }, 0)
    expect(await wearIt()).toEqual({ name: 'Party' })
    expect(await worn()).toEqual(items.toSorted())
  })

  test('are listed for others when shared, and belong to their owner', async () => {
    const { platform, anna, outfits } = await start(kind)
    const ben = await registerPerson(platform, 'Ben')
    const { id } = await saveOutfit(platform, anna, { name: 'Sunday' })
    await saveOutfit(platform, anna, { name: 'Monday' })
    await shareOutfit(platform, anna, { id, shared: 'true' })
    for (const change of [wearOutfit, shareOutfit]) {
      await expect(change(platform, ben, { id, shared: 'false' })).rejects.toMatchObject({
        reason: 'missing',
      })
    }
    await deleteOutfit(platform, ben, { id })
    expect(await listOutfits(platform.db, anna.id, { sharedOnly: true })).toMatchObject([{ name: 'Sunday' }])
    expect(await outfits()).toHaveLength(2)
  })

  test('are limited in number and in names, against concurrent requests too', async () => {
    const { platform, anna, outfits } = await start(kind)
    const save = (name: string) => saveOutfit(platform, anna, { name })
    for (const name of ['', ' ', 'x'.repeat(41), '\u200b']) {
      await expect(save(name)).rejects.toMatchObject({ errors: { name: expect.any(String) } })
    }
    await Promise.allSettled(Array.from({ length: maxOutfits + 3 }, (_, at) => save(`Outfit ${at}`)))
    expect(await outfits()).toHaveLength(maxOutfits)
    await expect(save('Another')).rejects.toMatchObject({ problem: { code: 'outfits.too_many' } })
  })
})

describe.each(databases)('a whole look on %s', (kind) => {
  test('is worn at once, without items that are not owned or exceed a limit', async () => {
    const { platform, anna, store, worn } = await start(kind)
    const ben = await registerPerson(platform, 'Ben')
    const hats = [await store(8), await store(8), await store(8), await store(8)]
    const foreign = await store(assetType.face, ben)
    const [shirt, another] = [await store(11), await store(11)]
    await wear(platform, anna, { id: String(another) })
    await dress(platform, anna, { items: [...hats, foreign, shirt].join() })
    expect(await worn()).toEqual([...hats.slice(0, 3), shirt].toSorted())
    await dress(platform, anna, { items: '' })
    expect(await worn()).toEqual([])
    for (const items of ['x', '1,,2', Array(8).fill('1').join()]) {
      await expect(dress(platform, anna, { items })).rejects.toMatchObject({
        errors: { items: expect.any(String) },
      })
    }
  })
})
