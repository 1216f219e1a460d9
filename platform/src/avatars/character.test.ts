import { describe, expect, test } from 'vitest'
import { storeAsset } from '../assets/files/store-asset.ts'
import type { Visibility } from '../assets/rules.ts'
import { assetType } from '../assets/types.ts'
import { registerPerson } from '../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../testing/platforms.ts'
import { setColours, takeOff, wear } from './dress.ts'
import { viewCharacter } from './view-character.ts'

async function start(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  const administrator = await registerPerson(platform, 'Founder')
  const anna = await registerPerson(platform, 'Anna')
  const store = async (type: number, by = anna, visibility: Visibility = 'Visible') => {
    const file = [Buffer.from('a picture')]
    const { id } = await storeAsset(platform, by, { type, name: `Number ${type}` }, file)
    await platform.db.updateTable('assets').set({ visibility }).where('id', '=', id).execute()
    platform.pass(1)
    return id
  }
  const wornBy = async (person = anna) =>
    (await platform.appearances.wornItemsOf(person.username)).assetIds.toSorted()
  const deleteRenders = () => platform.db.deleteFrom('renders').execute()
  const requested = async () =>
    (await platform.db.selectFrom('renders').select('subject').execute()).map(({ subject }) => subject)
  const wearItem = (id: number) => wear(platform, anna, { id: String(id) })
  return { platform, administrator, anna, store, wornBy, deleteRenders, requested, wearItem }
}

describe.each(databases)('dressing an avatar on %s', (kind) => {
  test('shows a worn item to clients and requests pictures, replaces a shirt, and refuses a fourth hat', async () => {
    const { platform, anna, store, wornBy, deleteRenders, requested, wearItem } = await start(kind)
    const [shirt, another] = [await store(assetType.shirt), await store(assetType.shirt)]
    await deleteRenders()
    expect(await wearItem(shirt)).toEqual({ name: 'Number 11' })
    expect(await wornBy()).toEqual([shirt])
    expect(await requested()).toEqual([`user:${anna.id}`])
    await wearItem(shirt)
    await wearItem(another)
    expect(await wornBy()).toEqual([another])

    const hats: number[] = []
    for (let count = 0; count < 4; count++) hats.push(await store(assetType.hat))
    const [first, second, third, fourth] = hats as [number, number, number, number]
    for (const hat of [first, second, third]) await wearItem(hat)
    await expect(wearItem(fourth)).rejects.toMatchObject({ reason: 'invalid' })
    expect(await wornBy()).toEqual([another, first, second, third].toSorted())
    await takeOff(platform, anna, { id: String(second) })
    await wearItem(fourth)
    expect(await wornBy()).toEqual([another, first, third, fourth].toSorted())

    await deleteRenders()
    await takeOff(platform, anna, { id: String(second) })
    expect(await requested()).toEqual([])
  })

  test('refuses an item that is unknown, not owned, not approved or not wearable', async () => {
    const { administrator, store, wornBy, wearItem } = await start(kind)
    const refusals = {
      [await store(assetType.shirt, administrator)]: 'You don’t own this item',
      [await store(assetType.shirt, undefined, 'Pending')]: 'This item hasn’t been approved yet',
      [await store(assetType.shirt, undefined, 'Moderated')]: 'This item hasn’t been approved yet',
      [await store(assetType.decal)]: 'This item can’t be worn',
    }
    for (const [id, message] of Object.entries(refusals)) {
      await expect(wearItem(Number(id))).rejects.toMatchObject({ reason: 'invalid', message })
    }
    await expect(wearItem(123_456_789)).rejects.toMatchObject({ reason: 'missing' })
    for (const none of [-1, 2 ** 40]) {
      await expect(wearItem(none)).rejects.toMatchObject({ errors: { id: expect.any(String) } })
    }
    expect(await wornBy()).toEqual([])
  })

  test('holds the limits against concurrent requests', async () => {
    const { store, wornBy, wearItem } = await start(kind)
    const shirts = [await store(assetType.shirt), await store(assetType.shirt)]
    const hats: number[] = []
    for (let count = 0; count < 5; count++) hats.push(await store(assetType.hat))
    const settled = await Promise.allSettled([...hats, ...shirts].map(wearItem))
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(2)
    const worn = await wornBy()
    expect(worn.filter((id) => hats.includes(id))).toHaveLength(3)
    expect(worn.filter((id) => shirts.includes(id))).toHaveLength(1)
  })

  test('sets palette colours of each body part and requests pictures', async () => {
    const { platform, anna, deleteRenders, requested } = await start(kind)
    const colours = { head: '1', torso: '21', leftArm: '23', rightArm: '24', leftLeg: '26', rightLeg: '1001' }
    await deleteRenders()
    await setColours(platform, anna, colours)
    await setColours(platform, anna, { ...colours, head: '5' })
    const { bodyColoursOf } = platform.appearances
    expect(await bodyColoursOf('anna')).toEqual({
      Head: 5,
      Torso: 21,
      LeftArm: 23,
      RightArm: 24,
      LeftLeg: 26,
      RightLeg: 1001,
    })
    expect(await requested()).toEqual([`user:${anna.id}`])
    await expect(setColours(platform, anna, { ...colours, head: '0', torso: 'red' })).rejects.toMatchObject({
      errors: { head: expect.any(String), torso: expect.any(String) },
    })
    expect((await bodyColoursOf('anna')).Torso).toBe(21)
  })

  test('lists owned wearable items by type, the newest first, in pages', async () => {
    const { platform, administrator, anna, store, wearItem } = await start(kind)
    const shirts: number[] = []
    for (let count = 0; count < 26; count++) shirts.push(await store(assetType.shirt))
    const hat = await store(assetType.hat)
    await store(assetType.decal)
    await store(assetType.shirt, undefined, 'Moderated')
    await store(assetType.shirt, administrator)
    await wearItem(hat)
    const all = await viewCharacter(platform, anna, {})
    expect(all).toMatchObject({ type: null, worn: [{ id: hat, name: 'Number 8', worn: true }] })
    expect(all.items.map(({ id }) => id)).toEqual([hat, ...shirts.toReversed()].slice(0, 24))
    const rest = await viewCharacter(platform, anna, { after: all.next ?? '' })
    expect(rest.items.map(({ id }) => id)).toEqual(shirts.slice(0, 3).toReversed())
    expect(rest.next).toBeNull()
    const hats = await viewCharacter(platform, anna, { type: '8' })
    expect(hats.items).toMatchObject([{ id: hat, worn: true }])
    await expect(viewCharacter(platform, anna, { after: 'x' })).rejects.toMatchObject({ reason: 'invalid' })
  })
})
