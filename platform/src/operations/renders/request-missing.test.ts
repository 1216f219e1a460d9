import { day } from '@baseplate/service/clock'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { insertAsset } from '../../assets/files/store-asset.ts'
import { unpicturedTypes } from '../../assets/types.ts'
import { newAssetId } from '../../foundation/ids.ts'
import {
  assetSubject,
  previewName,
  type RenderSubject,
  renderPriority,
  userSubject,
} from '../../rendering/rules.ts'
import { storePictures } from '../../rendering/store-pictures.ts'
import { accountRow } from '../../testing/account-row.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { createMissingRenders } from './request-missing.ts'

const png = await sharp({ create: { width: 352, height: 352, channels: 4, background: '#c04030' } })
  .png()
  .toBuffer()

const findRows = ({ db }: TestPlatform) =>
  db.selectFrom('renders').selectAll().where('state', '=', 'waiting').orderBy('subject').execute()

const waiting = async (platform: TestPlatform) =>
  (await findRows(platform)).map(({ subject, priority }) => [subject, priority])

/** Stores pictures for every waiting request. */
async function drawAll(platform: TestPlatform) {
  for (const { subject, render_id } of await findRows(platform)) {
    const pictures = subject.startsWith('user:') ? { head: png, body: png } : { thumbnail: png }
    await storePictures(platform, { subject, renderId: render_id }, pictures)
  }
}

/** Adds accounts without any request for pictures. */
async function addUsers({ db }: TestPlatform, ids: readonly string[]): Promise<void> {
  await db
    .insertInto('users')
    .values(ids.map((id) => accountRow(id, { id })))
    .execute()
}

const start = (platform: TestPlatform, edition = 1) =>
  createMissingRenders(platform, { edition, unpictured: unpicturedTypes })

describe.each(databases)('missing pictures on %s', (kind) => {
  test('are requested with the lowest priority: never drawn, of an earlier edition, or lost', async () => {
    const platform = await openTestPlatform(kind)
    const { db, files } = platform
    const anna = await registerPerson(platform, 'Anna')
    await addUsers(platform, ['unpictured'])
    const make = async (type: number, values: object = {}): Promise<RenderSubject> => {
      const file = { file_size: 0, file_sha256: '', file_md5: '' }
      const asset = { id: newAssetId(), type, name: 'x', description: '', price: 0, for_sale: 0, ...file }
      await insertAsset(db, anna, { ...asset, visibility: 'Visible' }, platform.now())
      await db
        .updateTable('assets')
        .set({ type, ...values })
        .where('id', '=', asset.id)
        .execute()
      return assetSubject(asset.id)
    }
    const hat = await make(8)
    for (const type of unpicturedTypes) await make(type)
    await make(8, { visibility: 'Moderated' })
    await make(8, { withheld: 1 })

    await start(platform)()
    const asked = [
      [hat, renderPriority.missing],
      [userSubject(anna.id), renderPriority.firstPictures],
      [userSubject('unpictured'), renderPriority.missing],
    ].toSorted()
    expect((await waiting(platform)).toSorted()).toEqual(asked)
    const requests = await findRows(platform)
    await start(platform)()
    expect(await findRows(platform), 'requested once, even after a restart').toEqual(requests)

    await drawAll(platform)
    const job = start(platform)
    await job()
    expect(await waiting(platform)).toEqual([])

    await files.remove(`avatars/${anna.id}-body.png`)
    await files.remove(previewName(hat))
    await job()
    expect(await waiting(platform), 'not checked again within a day').toEqual([])
    platform.pass(day)
    await job()
    expect((await waiting(platform)).map(([subject]) => subject)).toEqual(
      [hat, userSubject(anna.id)].toSorted(),
    )

    await drawAll(platform)
    await start(platform, 2)()
    expect((await waiting(platform)).map(([subject]) => subject).toSorted()).toEqual(
      asked.map(([subject]) => subject).toSorted(),
    )
  })

  test('never fill the queue', async () => {
    const platform = await openTestPlatform(kind)
    await addUsers(
      platform,
      Array.from({ length: 620 }, (_, number) => `player${number}`),
    )
    const job = start(platform)
    await job()
    expect(await findRows(platform)).toHaveLength(500)
    await job()
    expect(await findRows(platform)).toHaveLength(500)
    await platform.db.updateTable('renders').set({ state: 'done' }).execute()
    await job()
    expect(await findRows(platform)).toHaveLength(120)
  })
})

test('draws an account without pictures, with a small portrait', async () => {
  const platform = await openTestPlatform('SQLite', { Renderer: { Workers: 1 } })
  await addUsers(platform, ['unpictured'])
  await start(platform)()
  const { portrait } = await vi.waitUntil(
    () =>
      platform.db.selectFrom('users').select('portrait').where('portrait', 'is not', null).executeTakeFirst(),
    { timeout: 20_000, interval: 50 },
  )
  const picture = await platform.avatarPictures.read('unpictured', 'portrait')
  expect(portrait).toMatch(/^[0-9a-f]{16}$/)
  expect(await sharp(picture?.bytes).metadata()).toMatchObject({
    format: 'webp',
    width: 112,
    height: 112,
    hasAlpha: true,
  })
  expect(picture?.bytes.length).toBeLessThan(4_000)
})
