import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { storeAsset } from '../assets/files/store-asset.ts'
import { assetType } from '../assets/types.ts'
import { assetSubject, renderPriority, userSubject } from '../rendering/rules.ts'
import { registerPerson } from '../testing/people.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platforms.ts'
import { storedNames } from '../testing/stored-names.ts'

const rows = ({ db }: TestPlatform) => db.selectFrom('renders').selectAll().orderBy('subject').execute()

test('draws the head shot and the body shot of a new user', async () => {
  const platform = await openTestPlatform('SQLite', { Renderer: { Workers: 1 } })
  const { avatarPictures } = platform
  const anna = await registerPerson(platform, 'Anna')
  for (const shot of ['head', 'body'] as const) {
    const picture = await vi.waitUntil(() => avatarPictures.read(anna.id, shot), {
      timeout: 20_000,
      interval: 50,
    })
    expect(await sharp(picture.bytes).metadata()).toMatchObject({
      format: 'png',
      width: 352,
      height: 352,
      hasAlpha: true,
    })
    const { channels } = await sharp(picture.bytes).stats()
    // The figure is opaque and the background transparent.
    expect(channels[3]).toMatchObject({ min: 0, max: 255 })
  }
  expect(await rows(platform)).toMatchObject([{ state: 'done', attempts: 1 }])
})

test('fails only the drawing whose picture is broken', async () => {
  const platform = await openTestPlatform('SQLite', { Renderer: { Workers: 2 } })
  const { db, renders } = platform
  const anna = await registerPerson(platform, 'Anna')
  const make = async (bytes: Uint8Array) => {
    const file = [bytes]
    const { id } = await storeAsset(
      platform,
      { ...anna, permissionLevel: 3 },
      { type: assetType.shirt, name: 'Shirt' },
      file,
    )
    await renders.request(db, assetSubject(id), renderPriority.thumbnail)
    return id
  }
  const whole = await sharp({ create: { width: 585, height: 559, channels: 4, background: '#c04030' } })
    .png()
    .toBuffer()
  const shirts = [await make(whole), await make(whole.subarray(0, 300)), await make(Buffer.from('<roblox/>'))]
  const [good, half, empty] = shirts.map(assetSubject)
  renders.wake()
  await vi.waitFor(
    async () =>
      expect(
        Object.fromEntries((await rows(platform)).map((row) => [row.subject, row.reason ?? row.state])),
      ).toEqual({
        [userSubject(anna.id)]: 'done',
        [good ?? '']: 'done',
        [half ?? '']: `The picture of asset ${shirts[1]} cannot be read: This image is damaged`,
        [empty ?? '']: `The document of asset ${shirts[2]} names no picture`,
      }),
    { timeout: 20_000, interval: 50 },
  )
  expect(await storedNames(platform.files, 'thumbnails')).toEqual([String(shirts[0]), `${shirts[0]}.webp`])
})
