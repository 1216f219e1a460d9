import { describe, expect, test, vi } from 'vitest'
import { findUser } from '../../accounts/queries.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { storeAsset } from '../../assets/files/store-asset.ts'
import { giveAsset } from '../../assets/ownership/queries.ts'
import { assetType } from '../../assets/types.ts'
import { takeOff, wear } from '../../avatars/dress.ts'
import { userSubject } from '../../rendering/rules.ts'
import { accountRow } from '../../testing/account-row.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { storedNames } from '../../testing/stored-names.ts'
import { createFollowUps } from './follow-ups.ts'
import { moderateAsset } from './moderate-asset.ts'
import { wearersPerPart } from './rules.ts'
import { viewAssetReview } from './view-review.ts'

/** Starts a platform with a hat that is taken down later. */
async function start(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  const { db, files } = platform
  const administrator = await registerPerson(platform, 'Administrator')
  const moderator: Actor = {
    ...(await registerPerson(platform, 'Moderator')),
    permissionLevel: permissionLevel.moderator,
  }
  const described = { type: assetType.hat, name: 'A hat' }
  const { id } = await storeAsset(platform, administrator, described, [Buffer.from('a hat')])
  const { id: other } = await storeAsset(platform, administrator, described, [Buffer.from('another')])
  // Items of administrators start visible, and moderators act below their own level only.
  await db.updateTable('users').set({ permission_level: permissionLevel.user }).execute()
  /** Creates users who own and wear the item, with pictures that show it. */
  const dress = async (count: number) => {
    const ids = Array.from({ length: count }, (_, index) => `wearer${String(index).padStart(4, '0')}`)
    await db
      .insertInto('users')
      .values(ids.map((id) => accountRow(id, { id })))
      .execute()
    for (const user_id of ids) {
      await giveAsset(db, { userId: user_id, assetId: id }, 1)
      await db
        .insertInto('worn_items')
        .values([
          { user_id, asset_id: id },
          { user_id, asset_id: other },
        ])
        .execute()
    }
    for (const user of [ids[0], ids.at(-1)])
      for (const view of ['head', 'body'])
        await files.write(`avatars/${user}-${view}.png`, [Buffer.from('with a hat')], 100)
    await db
      .insertInto('previews')
      .values(ids.map((id) => ({ subject: userSubject(id), name: 'a face' })))
      .execute()
    await files.write(`avatars/${ids[0]}-portrait.webp`, [Buffer.from('with a hat')], 100)
    return ids
  }
  const become = (visibility: string) =>
    moderateAsset(platform, moderator, { id, visibility, reason: 'Unkind' })
  const itemsOf = async (username = '') => (await platform.appearances.wornItemsOf(username)).assetIds
  const wornBy = async () =>
    (await db.selectFrom('worn_items').select('user_id').where('asset_id', '=', id).execute()).length
  const pictures = () => storedNames(files, 'avatars')
  /** Waits until no follow-up step is pending. */
  const allDone = () =>
    vi.waitFor(async () => expect(await db.selectFrom('follow_ups').selectAll().execute()).toEqual([]))
  return { platform, administrator, moderator, id, other, dress, become, itemsOf, wornBy, pictures, allDone }
}

describe.each(databases)('an item that is taken down on %s', (kind) => {
  test('is taken off its wearers and out of their pictures, and not put on again', async () => {
    const { platform, moderator, id, other, dress, become, itemsOf, wornBy, pictures } = await start(kind)
    const [first, last] = await dress(2)
    expect(await viewAssetReview(platform, moderator, id)).toMatchObject({
      spread: { wornBy: 2, ownedBy: 3 },
    })
    await platform.db.deleteFrom('renders').execute()
    await become('Moderated')
    for (const person of [first, last]) expect(await itemsOf(person)).toEqual([other])
    expect([await wornBy(), await pictures()]).toEqual([0, []])
    expect(await findUser(platform.db, first ?? '')).toMatchObject({ portrait: null })
    const renders = await platform.db
      .selectFrom('renders')
      .select(['subject', 'priority'])
      .orderBy('subject')
      .execute()
    expect(renders).toEqual([first, last].map((user) => ({ subject: `user:${user}`, priority: 3 })))
    const log = await platform.db.selectFrom('audit_log').selectAll().execute()
    expect(log.map(({ action, before, after }) => [action, before, after])).toEqual([
      [
        'moderateasset',
        '{"visibility":"Visible","wornBy":2,"ownedBy":3}',
        '{"visibility":"Moderated","reason":"Unkind"}',
      ],
    ])
    await become('Visible')
    expect(await itemsOf(first)).toEqual([other])
  })

  test('cannot be worn from the commit on, and is taken off even after a crash', async () => {
    const { platform, id, other, dress, become, itemsOf, wornBy, pictures, allDone } = await start(kind)
    const people = await dress(2 * wearersPerPart + 1)
    const [first, last] = [people[0], people.at(-1)]
    // Simulates a crash before the item is taken off.
    await platform.followUps.close()
    const runNow = vi.spyOn(platform.followUps, 'runNow').mockResolvedValue()
    await become('Moderated')
    expect(runNow).toHaveBeenCalledWith(`asset:${id}`)
    expect([await itemsOf(first), await itemsOf(last)]).toEqual([[other], [other]])
    const wearer = {
      id: last ?? '',
      username: last ?? '',
      permissionLevel: 1,
      theme: null,
      language: null,
      portrait: null,
      standing: null,
      leaves: null,
      factors: { totp: false, passkey: false },
      proved: Number.POSITIVE_INFINITY,
    }
    await expect(wear(platform, wearer, { id: String(id) })).rejects.toMatchObject({ reason: 'invalid' })
    expect(await wornBy()).toBe(people.length)
    await expect(become('Visible')).rejects.toThrow('This item is still being removed')
    await takeOff(platform, wearer, { id: String(id) })

    // The job stops after one part, and the next start does the rest.
    const parts = createFollowUps(platform)
    await vi.waitFor(async () => expect(await wornBy()).toBeLessThan(2 * wearersPerPart))
    await parts.close()
    const left = await wornBy()
    expect(left % wearersPerPart).toBe(0)
    const rest = createFollowUps(platform)
    await allDone()
    await rest.close()
    expect([await wornBy(), await pictures()]).toEqual([0, [`${last}-body.png`, `${last}-head.png`]])
    await become('Visible')
    expect([await itemsOf(first), await itemsOf(last)]).toEqual([[other], [other]])
  })

  test('is off a user who puts it on at the same moment', async () => {
    const { platform, administrator, id, become, wornBy, itemsOf } = await start(kind)
    for (let round = 0; round < 5; round++) {
      await Promise.allSettled([wear(platform, administrator, { id: String(id) }), become('Moderated')])
      expect([await wornBy(), await itemsOf('Administrator')]).toEqual([0, []])
      await become('Visible')
    }
  })

  test('disappears from pictures of items that refer to it, and of their wearers', async () => {
    const { platform, administrator, id, become, itemsOf, pictures, allDone } = await start(kind)
    const { db, files } = platform
    const part = `<roblox><Item class="Hat"><Content name="MeshId"><url>http://www.roblox.com/asset/?id=`
    const make = async (document: string) =>
      (
        await storeAsset(platform, administrator, { type: assetType.hat, name: 'A hat' }, [
          Buffer.from(document),
        ])
      ).id
    const showing = await make(
      `${part}1</url></Content><Content><url>rbxassetid://${id}</url></Content></Item></roblox>`,
    )
    const others = await make(`${part}${id}0</url></Content></Item></roblox>`)
    for (const hat of [showing, others]) await files.write(`thumbnails/${hat}`, [Buffer.from('a hat')], 100)
    await wear(platform, administrator, { id: String(showing) })
    await files.write(`avatars/${administrator.id}-head.png`, [Buffer.from('a head')], 100)
    await db.deleteFrom('renders').execute()
    await become('Moderated')
    await allDone()
    expect(await storedNames(files, 'thumbnails')).toEqual([String(others)])
    expect([await pictures(), await itemsOf('Administrator')]).toEqual([[], [showing]])
    const requested = await db.selectFrom('renders').select('subject').orderBy('subject').execute()
    expect(requested.map(({ subject }) => subject)).toEqual([`asset:${showing}`, `user:${administrator.id}`])

    // Showing it re-renders them once more.
    await db.deleteFrom('renders').execute()
    await become('Visible')
    await allDone()
    expect(await db.selectFrom('renders').select('subject').execute()).toHaveLength(3)
  })

  test('takes down the asset that uses it as its image', async () => {
    const { platform, administrator, moderator, other, id } = await start(kind)
    await platform.db.insertInto('asset_parts').values({ asset_id: other, image_id: id }).execute()
    await wear(platform, administrator, { id: String(other) })
    await moderateAsset(platform, moderator, { id, visibility: 'Moderated', reason: 'Unkind' })
    const rows = await platform.db.selectFrom('assets').select('visibility').execute()
    expect(rows.map(({ visibility }) => visibility)).toEqual(['Moderated', 'Moderated'])
    expect(await platform.appearances.wornItemsOf('Administrator')).toMatchObject({ assetIds: [] })
  })
})
