import { day } from '@baseplate/service/clock'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { replaceFile } from '../../assets/creating/replace-file.ts'
import { publish } from '../../assets/drafts/publish.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { deleteScreenshot } from '../../operations/screenshots/delete.ts'
import { storeScreenshot } from '../../operations/screenshots/store.ts'
import { deletePlace } from '../../places/delete.ts'
import { eraseDeletedPlaces } from '../../places/erase-deleted.ts'
import { removeIcon } from '../../places/pictures/remove-icon.ts'
import { addThumbnail, removeThumbnail } from '../../places/pictures/thumbnails.ts'
import { updateView } from '../../places/update-view.ts'
import { updatePlaceFile } from '../../places/versions/update-file.ts'
import { successesAtOnce } from '../../testing/at-once.ts'
import { errorsOf } from '../../testing/errors.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { storedNames } from '../../testing/stored-names.ts'
import { viewStorage } from './quota.ts'

const picture = (side = 8) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
const full = 'You have used all of your storage'

describe.each(databases)('the storage of an account on %s', (kind) => {
  async function start(Quota = {}) {
    const platform = await openTestPlatform(kind, { Quota, Places: { Versions: 2 } })
    const maker = { ...(await registerPerson(platform, 'Maker')), permissionLevel: 3 }
    const { id } = await createPublishedPlace(platform, maker, { name: 'Place', description: '' })
    const used = async () => (await viewStorage(platform, maker.id)).used
    const upload = (text: string) => updatePlaceFile(platform, maker, id, [Buffer.from(text)])
    return { platform, maker, id, used, upload }
  }

  test('counts every kind of file until it is removed', async () => {
    const { platform, maker, id, used, upload } = await start()
    expect(await used()).toBe(0)
    await upload('12345')
    await upload('1234567')
    expect(await used()).toBe(12)
    // The place keeps two versions, so the oldest one is removed.
    await upload('1')
    expect(await used()).toBe(8)

    await addThumbnail(platform, maker, { id, picture: await picture() })
    await updateView(platform, maker, { id, name: 'Place', description: '', icon: await picture() })
    const { size } = await platform.db.selectFrom('place_thumbnails').select('size').executeTakeFirstOrThrow()
    const { icon_size } = await platform.db.selectFrom('places').select('icon_size').executeTakeFirstOrThrow()
    expect(await used()).toBe(8 + size + icon_size)
    await removeThumbnail(platform, maker, { id, thumbnail: '1' })
    await removeIcon(platform, maker, { id })
    expect(await used()).toBe(8)

    const screenshot = await storeScreenshot(platform, maker, await picture())
    expect(await used()).toBeGreaterThan(8)
    await deleteScreenshot(platform, maker, screenshot)
    expect(await used()).toBe(8)

    const described = { type: '2', name: 'Shirt', description: '', price: '0' }
    const shirt = await publish(platform, maker, { ...described, asset: await picture() })
    const assets = async () => {
      const rows = await platform.db.selectFrom('assets').select('file_size').execute()
      return rows.reduce((sum, { file_size }) => sum + file_size, 0)
    }
    expect(await used()).toBe(8 + (await assets()))
    await replaceFile(platform, maker, { id: shirt.id, asset: await picture(16) })
    expect(await used()).toBe(8 + (await assets()))
  })

  test('is free again once a deleted place is erased', async () => {
    const { platform, maker, id, used, upload } = await start()
    await upload('12345')
    await addThumbnail(platform, maker, { id, picture: await picture() })
    await updateView(platform, maker, { id, name: 'Place', description: '', icon: await picture() })
    await deletePlace(platform, maker, { id, name: 'Place' })
    expect(await used()).toBeGreaterThan(5)
    platform.pass(30 * day)
    await eraseDeletedPlaces(platform)
    expect(await used()).toBe(0)
  })

  test('refuses every file beyond the quota with an error at its field, and stores nothing', async () => {
    const { platform, maker, id, used, upload } = await start({ Bytes: 10 })
    await upload('1234567890')
    expect(await errorsOf(upload('x'))).toEqual({ file: full })
    const bytes = await picture()
    expect(await errorsOf(addThumbnail(platform, maker, { id, picture: bytes }))).toEqual({ picture: full })
    const view = { name: 'Place', description: '' }
    expect(await errorsOf(updateView(platform, maker, { id, ...view, icon: bytes }))).toEqual({ icon: full })
    const described = { type: '2', name: 'Shirt', description: '', price: '0' }
    expect(await errorsOf(publish(platform, maker, { ...described, asset: bytes }))).toEqual({ asset: full })
    await expect(storeScreenshot(platform, maker, bytes)).rejects.toMatchObject({
      reason: 'invalid',
      message: full,
    })
    expect(await used()).toBe(10)
    expect(await storedNames(platform.files, 'assets')).toEqual([])
  })

  test('depends on the level where configured, and is unlimited at 0', async () => {
    const levels = await start({ Bytes: 1, ByLevel: { 5: 10 } })
    // The first account of a platform is its administrator.
    await levels.upload('1234567890')
    expect(await viewStorage(levels.platform, levels.maker.id)).toEqual({ used: 10, total: 10 })
    const { upload } = await start({ Bytes: 0 })
    await upload('1234567890')
  })

  test('is exact for forty uploads at once', async () => {
    const { platform, maker, used } = await start({ Bytes: 25 })
    const places = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        createPublishedPlace(platform, maker, { name: `Place ${index}`, description: '' }),
      ),
    )
    await successesAtOnce(
      (index) =>
        updatePlaceFile(platform, maker, places[index % 4]?.id ?? 0, [Buffer.from(`${1_000_000 + index}`)]),
      (error) => error instanceof InvalidFields && error.errors.file === full,
    )
    expect(await used()).toBe(21)
  })
})
