import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { replaceAssetFile } from './assets/files/replace-asset-file.ts'
import { storeAsset } from './assets/files/store-asset.ts'
import { assetFileName } from './assets/rules.ts'
import { assetType } from './assets/types.ts'
import { runStep } from './moderation/takedowns/follow-up-steps.ts'
import { removeIcon } from './places/pictures/remove-icon.ts'
import { addThumbnail, removeThumbnail } from './places/pictures/thumbnails.ts'
import { updateView } from './places/update-view.ts'
import { restoreVersion } from './places/versions/restore.ts'
import { updatePlaceFile } from './places/versions/update-file.ts'
import { findRender } from './rendering/queries.ts'
import { renderPriority, userSubject } from './rendering/rules.ts'
import { storePictures } from './rendering/store-pictures.ts'
import { picture } from './testing/creations.ts'
import { registerPerson } from './testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from './testing/platforms.ts'
import { createPublishedPlace } from './testing/published-place.ts'

/**
 * Delays each change of a file until another write to all involved rows has succeeded. A verb that changed a file inside its
 * transaction would wait forever.
 */
function slowDown(platform: TestPlatform): () => number {
  let changes = 0
  const others = async () => {
    changes++
    for (const table of ['places', 'users', 'assets'] as const)
      await platform.db
        .updateTable(table)
        .set(({ ref }) => ({ created: ref('created') }))
        .execute()
  }
  const { share, remove, receive, removeUnless } = platform.files
  Object.assign(platform.files, {
    share: async (...args) => others().then(() => share(...args)),
    remove: async (name) => others().then(() => remove(name)),
    removeUnless: async (...args) => others().then(() => removeUnless(...args)),
    receive: (source, maxBytes, use) =>
      receive(source, maxBytes, (received) =>
        use({
          ...received,
          store: async (name) => others().then(() => received.store(name)),
          share: async (name) => others().then(() => received.share(name)),
        }),
      ),
  } satisfies Partial<typeof platform.files>)
  return () => changes
}

describe.each(databases)('on a slow disk, %s serves other writes while', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind, { Places: { Versions: 1 } })
    const maker = await registerPerson(platform, 'Maker')
    const { id } = await createPublishedPlace(platform, maker, { name: 'A place' })
    await updatePlaceFile(platform, maker, id, [Buffer.from('one')])
    return { platform, maker, id, changes: slowDown(platform) }
  }

  test('a place file is stored, and others are removed', async () => {
    const { platform, maker, id, changes } = await start()
    await updatePlaceFile(platform, maker, id, [Buffer.from('two')])
    await restoreVersion(platform, maker, { id, version: '2' })
    expect(changes()).toBeGreaterThan(2)
  }, 30_000)

  test('pictures of a place change', async () => {
    const { platform, maker, id, changes } = await start()
    await updateView(platform, maker, { id, name: 'A place', icon: await picture(40, 30) })
    await removeIcon(platform, maker, { id })
    await addThumbnail(platform, maker, { id, picture: await picture(40, 30) })
    await removeThumbnail(platform, maker, { id, thumbnail: '1' })
    expect(changes()).toBeGreaterThan(3)
  }, 30_000)

  test('the file of an asset is replaced', async () => {
    const { platform, maker, changes } = await start()
    const hat = { type: assetType.hat, name: 'Hat', description: '' }
    const { id } = await storeAsset(platform, maker, hat, [Buffer.from('hat')])
    const before = changes()
    await replaceAssetFile(platform, id, [Buffer.from('other')])
    expect(changes()).toBeGreaterThan(before + 1)
    const file = await platform.files.open(assetFileName(id))
    expect(file && (await text(file.stream()))).toBe('other')
  }, 30_000)

  test('avatar pictures are stored and removed', async () => {
    const { platform, maker, changes } = await start()
    const subject = userSubject(maker.id)
    await platform.renders.request(platform.db, subject, renderPriority.thumbnail)
    const asked = await findRender(platform.db, subject)
    const head = await picture(40, 30)
    const placing = { subject, renderId: asked?.render_id ?? '' }
    expect(await storePictures(platform, placing, { head, body: head })).toBe(true)
    const before = changes()
    const hat = { type: assetType.hat, name: 'Hat', description: '' }
    const { id } = await storeAsset(platform, maker, hat, [Buffer.from('hat')])
    await platform.db.insertInto('worn_items').values({ user_id: maker.id, asset_id: id }).execute()
    await runStep(platform, {
      subject: `asset:${id}`,
      step: 'unwear',
      priority: 0,
      request: '',
      position: '',
    })
    expect(changes()).toBeGreaterThan(before)
    expect(await platform.db.selectFrom('worn_items').selectAll().execute()).toEqual([])
  }, 30_000)
})
