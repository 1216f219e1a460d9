import { describe, expect, test, vi } from 'vitest'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { replaceFile } from '../../assets/creating/replace-file.ts'
import { storeAsset } from '../../assets/files/store-asset.ts'
import { assetType } from '../../assets/types.ts'
import { renderPriority, userSubject } from '../../rendering/rules.ts'
import { accountRow } from '../../testing/account-row.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { storedNames } from '../../testing/stored-names.ts'
import { createFollowUps } from './follow-ups.ts'
import { approveAsset, refuseAsset } from './review-asset.ts'
import { maxWaitingRenders, wearersPerPart } from './rules.ts'

const hat = (name: string) =>
  Buffer.from(`<roblox version="4"><Item class="Hat"><Properties>${name}</Properties></Item></roblox>`)

/** Starts a platform with a hat and its wearers. */
async function start(kind: DatabaseKind, count: number) {
  const platform = await openTestPlatform(kind)
  const { db, files } = platform
  const level = permissionLevel.catalogManager
  const manager: Actor = { ...(await registerPerson(platform, 'Manager')), permissionLevel: level }
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await storeAsset(platform, maker, { type: assetType.hat, name: 'A hat' }, [hat('first')])
  const ids = Array.from({ length: count }, (_, index) => `wearer${String(index).padStart(4, '0')}`)
  for (let from = 0; from < count; from += 100) {
    const some = ids.slice(from, from + 100)
    await db
      .insertInto('users')
      .values(some.map((id) => accountRow(id, { id })))
      .execute()
    await db
      .insertInto('previews')
      .values(some.map((id) => ({ subject: userSubject(id), name: 'a face' })))
      .execute()
    await db
      .insertInto('worn_items')
      .values(some.map((user_id) => ({ user_id, asset_id: id })))
      .execute()
  }
  await files.write(`avatars/${ids[0]}-head.png`, [hat('a picture')], 1000)
  await db.deleteFrom('renders').execute()
  const waiting = async () =>
    (
      await db
        .selectFrom('renders')
        .select(['subject', 'priority'])
        .where('subject', 'like', 'user:%')
        .where('state', '=', 'waiting')
        .orderBy('subject')
        .execute()
    ).map(({ subject, priority }) => [subject.slice('user:'.length), priority])
  const finishRenders = () => db.updateTable('renders').set({ state: 'done' }).execute()
  const left = () => db.selectFrom('follow_ups').selectAll().execute()
  await platform.followUps.close()
  /** Runs the job until no step is pending, or until the condition holds. */
  const work = async (until = async () => (await left()).length === 0) => {
    const followUps = createFollowUps(platform)
    await vi.waitFor(async () => expect(await until()).toBe(true))
    await followUps.close()
  }
  const own: Actor = { ...maker, permissionLevel: level }
  return { platform, manager, maker, own, id, ids, waiting, finishRenders, left, work }
}

describe.each(databases)('wearers of an item with a replaced file on %s', (kind) => {
  test('are re-rendered in the background and keep their pictures until then', async () => {
    const { platform, own, id, ids, waiting, work } = await start(kind, 2)
    await replaceFile(platform, own, { id, asset: hat('second') })
    await work()
    expect(await waiting()).toEqual(ids.map((wearer) => [wearer, renderPriority.missing]))
    expect(await storedNames(platform.files, 'avatars')).toEqual([`${ids[0]}-head.png`])
    const portraits = await platform.db
      .selectFrom('users')
      .select('portrait')
      .where('id', 'in', ids)
      .execute()
    expect(portraits).toEqual(ids.map(() => ({ portrait: 'a face' })))
  })

  test('are re-rendered after approval only', async () => {
    const { platform, manager, maker, id, ids, waiting, left, work } = await start(kind, 1)
    await replaceFile(platform, maker, { id, asset: hat('second') })
    expect(await left()).toEqual([])
    await approveAsset(platform, manager, { id: String(id) })
    await work()
    expect(await waiting()).toEqual([[ids[0], renderPriority.missing]])
    await platform.db.deleteFrom('renders').execute()
    await replaceFile(platform, maker, { id, asset: hat('third') })
    await refuseAsset(platform, manager, { id: String(id), reason: 'Unkind' })
    await work()
    expect(await waiting()).toEqual([[ids[0], renderPriority.purged]])
  })

  test('are re-rendered in parts that resume after a stop', async () => {
    const count = maxWaitingRenders + 2 * wearersPerPart
    const { platform, own, id, ids, waiting, finishRenders, left, work } = await start(kind, count)
    await replaceFile(platform, own, { id, asset: hat('second') })
    // The job stops as soon as it has started.
    await work(async () => (await waiting()).length > 0)
    const first = (await waiting()).length
    expect(first % wearersPerPart).toBe(0)
    // The render queue fills up, and the step waits.
    const full = Math.ceil(maxWaitingRenders / wearersPerPart) * wearersPerPart
    await work(async () => (await waiting()).length >= full)
    expect((await waiting()).length).toBe(full)
    expect(await left()).toMatchObject([{ subject: `asset:${id}`, position: ids[full - 1] }])
    await finishRenders()
    await work()
    expect((await waiting()).map(([wearer]) => wearer)).toEqual(ids.slice(full))
  })

  test('are all re-rendered again after a second replacement', async () => {
    const { platform, own, id, ids, waiting, finishRenders, work } = await start(kind, wearersPerPart + 1)
    await replaceFile(platform, own, { id, asset: hat('second') })
    await work(async () => (await waiting()).length > 0)
    await finishRenders()
    await replaceFile(platform, own, { id, asset: hat('third') })
    await work()
    expect((await waiting()).map(([wearer]) => wearer)).toEqual(ids)
  })
})
