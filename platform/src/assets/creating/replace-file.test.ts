import { createHash } from 'node:crypto'
import { readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { day } from '@baseplate/service/clock'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { viewQueue } from '../../moderation/asset-review/queue.ts'
import { moderateAsset } from '../../moderation/takedowns/moderate-asset.ts'
import { approveAsset } from '../../moderation/takedowns/review-asset.ts'
import { errorsOf } from '../../testing/errors.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { storedNames } from '../../testing/stored-names.ts'
import { publish } from '../drafts/publish.ts'
import { replaceAssetFile, settleAssetFiles } from '../files/replace-asset-file.ts'
import { findAsset } from '../queries.ts'
import { assetFileName } from '../rules.ts'
import { replaceFile } from './replace-file.ts'
import { sweepAssetFiles, sweepCreations } from './sweep.ts'

const template = (background: string, width = 585) =>
  sharp({ create: { width, height: 559, channels: 3, background } })
    .png()
    .toBuffer()

const hat = (name: string) =>
  Buffer.from(`<roblox version="4"><Item class="Hat"><Properties>${name}</Properties></Item></roblox>`)

async function start(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  const manager: Actor = {
    ...(await registerPerson(platform, 'Manager')),
    permissionLevel: permissionLevel.catalogManager,
  }
  const maker = await registerPerson(platform, 'Maker')
  /** Creates an approved asset of the maker. */
  const make = async (type: number, file: Uint8Array) => {
    const described = { type: String(type), name: 'An item', description: '', price: '1' }
    const { id } = await publish(platform, manager, { ...described, asset: file })
    await platform.db.updateTable('assets').set({ creator_id: maker.id }).execute()
    return id
  }
  const renders = async () =>
    (await platform.db.selectFrom('renders').select('subject').execute()).map(({ subject }) => subject)
  const read = async (id: number) => (await platform.assetFiles.read(id)).bytes ?? Buffer.of()
  const imageOf = async (id: number) =>
    (
      await platform.db
        .selectFrom('asset_parts')
        .select('image_id')
        .where('asset_id', '=', id)
        .executeTakeFirstOrThrow()
    ).image_id
  const colourOf = async (id: number) => {
    const { dominant } = await sharp(await read(await imageOf(id))).stats()
    return dominant.r > dominant.b ? 'red' : 'blue'
  }
  const stored = async () => (await storedNames(platform.files, 'assets')).map(Number)
  return { platform, manager, maker, make, renders, read, imageOf, colourOf, stored }
}

const missing = { reason: 'missing' }

describe.each(databases)('replacing the file of an asset on %s', (kind) => {
  test('serves a new file only after a moderator has approved that file', async () => {
    const { platform, manager, maker, make, renders, read, imageOf, colourOf, stored } = await start(kind)
    const id = await make(11, await template('red'))
    const first = await imageOf(id)
    await platform.db.deleteFrom('renders').execute()

    await replaceFile(platform, maker, { id, asset: await template('blue') })
    const second = await imageOf(id)
    expect(second).not.toBe(first)
    for (const one of [id, first, second]) await expect(read(one)).rejects.toMatchObject(missing)
    expect(await findAsset(platform.db, id)).toMatchObject({ visibility: 'Pending', price: 1_000_000 })
    expect(await stored()).toEqual([id, second].toSorted())
    expect(await renders()).toEqual([])

    // The reviewed file is replaced before the decision.
    const shown = (await viewQueue(platform, manager)).assets[0]
    await replaceFile(platform, maker, { id, asset: await template('red') })
    const verdict = { id: String(id), file: shown?.file }
    await expect(approveAsset(platform, manager, verdict)).rejects.toThrow('The file has been replaced')
    const moderator = { ...manager, permissionLevel: permissionLevel.moderator }
    await expect(
      moderateAsset(platform, moderator, { id, visibility: 'Visible', file: shown?.file }),
    ).rejects.toThrow('The file has been replaced')
    await replaceFile(platform, maker, { id, asset: await template('blue') })
    const file = (await viewQueue(platform, manager)).assets[0]?.file
    await approveAsset(platform, manager, { id: String(id), file })
    expect(await colourOf(id)).toBe('blue')
    expect((await read(id)).toString()).toContain(`asset?id=${await imageOf(id)}<`)
    expect(await renders()).toEqual([`asset:${id}`])
    expect(await stored()).toEqual([id, await imageOf(id)].toSorted())
  })

  test('keeps one of two concurrent replacements whole, and serves it at once for level 3', async () => {
    const { platform, manager, maker, make, renders, read, imageOf, colourOf, stored } = await start(kind)
    const id = await make(11, await template('red'))
    const own = { ...maker, permissionLevel: permissionLevel.catalogManager }
    await platform.db.deleteFrom('renders').execute()
    await Promise.all([
      replaceFile(platform, own, { id, asset: await template('blue') }),
      replaceFile(platform, own, { id, asset: await template('blue') }),
    ])
    expect(await findAsset(platform.db, id)).toMatchObject({ visibility: 'Visible' })
    expect(await stored()).toEqual([id, await imageOf(id)].toSorted())
    expect((await read(id)).toString()).toContain(`asset?id=${await imageOf(id)}<`)
    expect(await colourOf(id)).toBe('blue')
    expect(await renders()).toContain(`asset:${id}`)
    await expect(replaceFile(platform, manager, { id, asset: await template('red') })).rejects.toMatchObject({
      reason: 'forbidden',
    })
  })

  test('refuses an invalid file, a moderated asset, and the image of another asset', async () => {
    const { platform, manager, maker, make, read, imageOf, stored } = await start(kind)
    const shirt = await make(11, await template('red'))
    const id = await make(8, hat('first'))
    const before = await stored()
    for (const [asset, upload, message] of [
      [id, undefined, 'Choose a file'],
      [id, 'too large', 'File must be less than 20MB in size'],
      [id, await template('red'), 'This isn’t an XML model file'],
      [shirt, await template('red', 100), 'Clothing must be 585x559 pixels'],
    ] as const)
      expect(await errorsOf(replaceFile(platform, maker, { id: asset, asset: upload }))).toEqual({
        asset: message,
      })
    const part = replaceFile(platform, maker, { id: await imageOf(shirt), asset: await template('blue') })
    await expect(part).rejects.toThrow('This picture belongs to another asset')
    expect(await read(id)).toEqual(hat('first'))
    await replaceFile(platform, maker, { id, asset: hat('second') })
    await approveAsset(platform, manager, { id: String(id) })
    expect(await read(id)).toEqual(hat('second'))
    const moderator = { ...manager, permissionLevel: permissionLevel.moderator }
    await moderateAsset(platform, moderator, { id, visibility: 'Moderated', reason: 'x' })
    await expect(replaceFile(platform, maker, { id, asset: hat('third') })).rejects.toMatchObject({
      reason: 'invalid',
    })
    await moderateAsset(platform, moderator, { id, visibility: 'Visible' })
    expect(await read(id)).toEqual(hat('second'))
    expect(await stored()).toEqual(before)
  })

  test.each([
    ['is stored', 'red'],
    ['is named', 'blue'],
  ] as const)(
    'completes or undoes a replacement after a crash when the new file %s',
    async (point, colour) => {
      const { platform, maker, make, read, imageOf, colourOf, stored } = await start(kind)
      const own = { ...maker, permissionLevel: permissionLevel.catalogManager }
      const id = await make(11, await template('red'))
      const { files } = platform
      const { share, receive } = files
      const crash = async () => Promise.reject(new Error('ended here'))
      if (point === 'is named') files.share = crash
      if (point === 'is stored') {
        files.receive = (source, maxBytes, use) =>
          receive(source, maxBytes, (received) =>
            use({ ...received, store: (name) => received.store(name).then(crash) }),
          )
      }
      await expect(replaceFile(platform, own, { id, asset: await template('blue') })).rejects.toThrow(
        'ended here',
      )
      Object.assign(files, { share, receive })
      // A second process starts. It leaves new files alone, because a running upload may be about to name them.
      await settleAssetFiles(platform)
      expect(await storedNames(files, 'next-asset-files')).toHaveLength(1)
      platform.pass(365 * day)
      await settleAssetFiles(platform)
      expect(await storedNames(files, 'next-asset-files')).toEqual([])
      const { file_sha256 } = (await findAsset(platform.db, id)) ?? {}
      const onDisk = await readFile(join(platform.config.dataDirectory, assetFileName(id)))
      expect(createHash('sha256').update(onDisk).digest('hex')).toBe(file_sha256)
      expect((await read(id)).toString()).toContain(`asset?id=${await imageOf(id)}<`)
      expect(await colourOf(id)).toBe(colour)
      await sweepCreations(platform)
      await sweepAssetFiles(platform)
      expect(await stored()).toEqual([id, await imageOf(id)].toSorted())
    },
  )

  test('keeps the file that the row names when an earlier replacement finishes late', async () => {
    const { platform, make, read } = await start(kind)
    const id = await make(8, hat('first'))
    const { share } = platform.files
    const shared: string[] = []
    platform.files.share = async (from, to) => {
      platform.files.share = share
      await replaceAssetFile(platform, id, [hat('third')])
      shared.push(to)
      return share(from, to)
    }
    await replaceAssetFile(platform, id, [hat('second')])
    expect(shared).toEqual([assetFileName(id)])
    expect(await read(id)).toEqual(hat('third'))
    await settleAssetFiles(platform)
    expect(await read(id)).toEqual(hat('third'))
  })

  test('a refused replacement leaves no new file', async () => {
    const { platform, make, read } = await start(kind)
    const id = await make(8, hat('first'))
    const refused = replaceAssetFile(platform, id, [hat('second')], async () => {
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(await storedNames(platform.files, 'next-asset-files')).toEqual([])
    expect(await read(id)).toEqual(hat('first'))
  })

  test('sweeps files that no row names, except new ones', async () => {
    const { platform, make, read, stored } = await start(kind)
    const shirt = await make(11, await template('red'))
    const own = await stored()
    const at = (id: number) => join(platform.config.dataDirectory, assetFileName(id))
    const old = new Date(0)
    for (const id of [...own, 100_000_001]) {
      if (!own.includes(id)) await writeFile(at(id), 'unnamed')
      await utimes(at(id), old, old)
    }
    await writeFile(at(100_000_002), 'new')
    const young = new Date(platform.now())
    await utimes(at(100_000_002), young, young)
    await sweepAssetFiles(platform)
    expect(await stored()).toEqual([100_000_002, ...own].toSorted())
    expect((await read(shirt)).length).toBeGreaterThan(0)
    await utimes(at(100_000_002), old, old)
    await sweepAssetFiles(platform)
    expect(await stored()).toEqual(own)
  })
})
