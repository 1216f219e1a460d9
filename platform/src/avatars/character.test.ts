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
  const make = async (type: number, by = anna, visibility: Visibility = 'Visible') => {
    const file = [Buffer.from('a picture')]
    const { id } = await storeAsset(platform, by, { type, name: `Number ${type}` }, file)
    await platform.db.updateTable('assets').set({ visibility }).where('id', '=', id).execute()
    platform.pass(1)
    return id
  }
  const wornBy = async (person = anna) =>
    (await platform.appearances.outfitOf(person.username)).assetIds.toSorted()
  const forgetRenders = () => platform.db.deleteFrom('renders').execute()
  const requested = async () =>
    (await platform.db.selectFrom('renders').select('subject').execute()).map(({ subject }) => subject)
  const put = (id: number) => wear(platform, anna, { id: String(id) })
  return { platform, administrator, anna, make, wornBy, forgetRenders, requested, put }
}

describe.each(databases)('what one wears, on %s', (kind) => {
  test('what is put on is seen by clients, and drawn; of a second shirt the first is taken off, of a fourth hat nothing', async () => {
    const { platform, anna, make, wornBy, forgetRenders, requested, put } = await start(kind)
    const [shirt, another] = [await make(assetType.shirt), await make(assetType.shirt)]
    await forgetRenders()
    expect(await put(shirt)).toEqual({ name: 'Number 11' })
    expect(await wornBy()).toEqual([shirt])
    expect(await requested()).toEqual([`user:${anna.id}`])
    await put(shirt)
    await put(another)
    expect(await wornBy()).toEqual([another])

    const hats: number[] = []
    for (let count = 0; count < 4; count++) hats.push(await make(assetType.hat))
    const [first, second, third, fourth] = hats as [number, number, number, number]
    for (const hat of [first, second, third]) await put(hat)
    await expect(put(fourth)).rejects.toMatchObject({ reason: 'invalid' })
    expect(await wornBy()).toEqual([another, first, second, third].toSorted())
    await takeOff(platform, anna, { id: String(second) })
    await put(fourth)
    expect(await wornBy()).toEqual([another, first, third, fourth].toSorted())

    await forgetRenders()
    await takeOff(platform, anna, { id: String(second) })
    expect(await requested()).toEqual([])
  })

  test('only what is there, one’s own, approved and made for wearing is put on', async () => {
    const { administrator, make, wornBy, put } = await start(kind)
    const refusals = {
      [await make(assetType.shirt, administrator)]: 'You don’t own this item',
      [await make(assetType.shirt, undefined, 'Pending')]: 'This item hasn’t been approved yet',
      [await make(assetType.shirt, undefined, 'Moderated')]: 'This item hasn’t been approved yet',
      [await make(assetType.decal)]: 'This item can’t be worn',
    }
    for (const [id, message] of Object.entries(refusals)) {
      await expect(put(Number(id))).rejects.toMatchObject({ reason: 'invalid', message })
    }
    await expect(put(123_456_789)).rejects.toMatchObject({ reason: 'missing' })
    for (const none of [-1, 2 ** 40]) {
      await expect(put(none)).rejects.toMatchObject({ errors: { id: expect.any(String) } })
    }
    expect(await wornBy()).toEqual([])
  })

  test('tabs that put on everything at the same moment keep to the limits', async () => {
    const { make, wornBy, put } = await start(kind)
    const shirts = [await make(assetType.shirt), await make(assetType.shirt)]
    const hats: number[] = []
    for (let count = 0; count < 5; count++) hats.push(await make(assetType.hat))
    const settled = await Promise.allSettled([...hats, ...shirts].map(put))
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(2)
    const worn = await wornBy()
    expect(worn.filter((id) => hats.includes(id))).toHaveLength(3)
    expect(worn.filter((id) => shirts.includes(id))).toHaveLength(1)
  })

  test('colours are those of the palette, each of its part, and drawn', async () => {
    const { platform, anna, forgetRenders, requested } = await start(kind)
    const colours = { head: '1', torso: '21', leftArm: '23', rightArm: '24', leftLeg: '26', rightLeg: '1001' }
    await forgetRenders()
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

  test('the wardrobe has what is owned and can be worn, by type, the newest first, part by part', async () => {
    const { platform, administrator, anna, make, put } = await start(kind)
    const shirts: number[] = []
    for (let count = 0; count < 26; count++) shirts.push(await make(assetType.shirt))
    const hat = await make(assetType.hat)
    await make(assetType.decal)
    await make(assetType.shirt, undefined, 'Moderated')
    await make(assetType.shirt, administrator)
    await put(hat)
    const all = await viewCharacter(platform, anna)
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
