import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { replaceAssetFile } from '../assets/files/replace-asset-file.ts'
import { storeAsset } from '../assets/files/store-asset.ts'
import { assetFileName } from '../assets/rules.ts'
import { assetType } from '../assets/types.ts'
import { insertWorn } from '../avatars/queries.ts'
import { Refused } from '../foundation/errors.ts'
import { retryRender } from '../operations/renders/retry.ts'
import { viewRenders } from '../operations/renders/view.ts'
import { findRender } from '../rendering/queries.ts'
import { renderPriority, userSubject } from '../rendering/rules.ts'
import { registerPerson } from '../testing/people.ts'
import { openTestPlatform } from '../testing/platforms.ts'
import { describeUser } from './describe-user.ts'

const picture = await sharp({ create: { width: 585, height: 559, channels: 4, background: '#c04030' } })
  .png()
  .toBuffer()

async function start(workers = 0) {
  const platform = await openTestPlatform('SQLite', { Renderer: { Workers: workers } })
  const anna = await registerPerson(platform, 'Anna')
  const manager = { ...anna, permissionLevel: 3 }
  const wear = async (type: number, file: Uint8Array) => {
    const { id } = await storeAsset(platform, manager, { type, name: 'An item' }, [file])
    await insertWorn(platform.db, anna.id, id)
    return id
  }
  return { platform, anna, manager, wear }
}

test('draws an avatar without broken items, reports each, and draws repaired items on a retry', async () => {
  const { platform, anna, manager, wear } = await start(1)
  const { db, files, renders, assetFiles } = platform
  const subject = userSubject(anna.id)
  const shirt = await wear(assetType.shirt, picture)
  const face = await wear(assetType.face, picture.subarray(0, 300))
  const pants = await wear(assetType.pants, picture)
  await files.remove(assetFileName(pants))
  const tShirt = await wear(assetType.tShirt, picture)
  const read = assetFiles.read
  vi.spyOn(assetFiles, 'read').mockImplementation(async (id) => {
    if (id === tShirt) throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
    return read(id)
  })
  const hat = await wear(assetType.hat, Buffer.from('<roblox><Item></roblox>'))
  const draw = async () => {
    await renders.request(db, subject, renderPriority.newAppearance)
    renders.wake()
    return drawn()
  }
  const drawn = () =>
    vi.waitFor(
      async () => {
        const render = await findRender(db, subject)
        expect(render).toMatchObject({ state: 'done', reason: null })
        return render?.omitted?.split('; ').toSorted()
      },
      { timeout: 30_000, interval: 50 },
    )
  const omitted = [
    `T-shirt asset ${tShirt}: Its file cannot be read (EIO)`,
    `face: The picture of asset ${face} cannot be read: This image is damaged`,
    `hat asset ${hat}: The document of asset ${hat} cannot be read: This model file is broken at line 1, column 23`,
    `pants asset ${pants}: Its file is missing`,
  ]
  expect(await draw()).toEqual(omitted)
  expect(await platform.avatarPictures.read(anna.id, 'body')).toBeDefined()
  const viewed = await viewRenders(platform, manager, { state: 'incomplete' })
  expect(viewed).toMatchObject({ failed: 0, incomplete: 1, renders: [{ subject, state: 'done' }] })
  expect(viewed.renders[0]?.omitted?.split('; ').toSorted()).toEqual(omitted)
  expect(viewed.renders[0]?.omitted).not.toContain(String(shirt))

  vi.mocked(assetFiles.read).mockRestore()
  for (const id of [face, pants]) await replaceAssetFile(platform, id, [picture])
  await db.deleteFrom('worn_items').where('asset_id', '=', hat).execute()
  expect(await retryRender(platform, manager, { subject })).toBe(true)
  expect(await drawn()).toBeUndefined()
  expect(await viewRenders(platform, manager, { state: 'incomplete' })).toMatchObject({ renders: [] })
})

test('waits for an unavailable cloud at first, and then leaves its item out', async () => {
  const { platform, anna, wear } = await start()
  const shirt = await wear(assetType.shirt, picture)
  const away = new Refused('cloud.failed', { fault: 'could not be reached' })
  vi.spyOn(platform.assetFiles, 'read').mockRejectedValue(away)
  await expect(describeUser(platform, anna.id, true)).rejects.toBe(away)
  expect(await describeUser(platform, anna.id, false)).toMatchObject({
    omitted: [`shirt asset ${shirt}: The asset cloud could not be reached`],
  })
})

test('fails the drawing after an error that concerns the machine', async () => {
  const { platform, anna, wear } = await start()
  await wear(assetType.shirt, picture)
  const tooMany = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
  vi.spyOn(platform.assetFiles, 'read').mockRejectedValue(tooMany)
  await expect(describeUser(platform, anna.id, false)).rejects.toBe(tooMany)
})

test('ignores an item whose new file waits for approval', async () => {
  const { platform, anna, wear } = await start()
  await wear(assetType.shirt, picture)
  await platform.db.updateTable('assets').set({ withheld: 1 }).execute()
  expect(await describeUser(platform, anna.id, true)).toMatchObject({ drawing: { clothes: {} }, omitted: [] })
})
