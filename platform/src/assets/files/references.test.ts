import { describe, expect, test, vi } from 'vitest'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { moderateAsset } from '../../moderation/takedowns/moderate-asset.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { assetType } from '../types.ts'
import { scanAssetFile } from './references.ts'
import { replaceAssetFile } from './replace-asset-file.ts'
import { storeAsset } from './store-asset.ts'

const documentOf = (...ids: number[]) =>
  Buffer.from(
    `<roblox>${ids.map((id) => `<Content><url>rbxassetid://${id}</url></Content>`).join('')}</roblox>`,
  )

describe.each(databases)('references between assets on %s', (kind) => {
  async function start(count: number) {
    const platform = await openTestPlatform(kind)
    const { db } = platform
    const maker = await registerPerson(platform, 'Maker')
    const moderator: Actor = {
      ...(await registerPerson(platform, 'Moderator')),
      permissionLevel: permissionLevel.moderator,
    }
    const make = async (file: Uint8Array) =>
      (await storeAsset(platform, maker, { type: assetType.hat, name: 'A hat' }, [file])).id
    const target = await make(Buffer.from('a mesh'))
    const hats: number[] = []
    for (let index = 0; index < count; index++) hats.push(await make(documentOf(100_000_000 + index)))
    const referrer = await make(documentOf(target, 100_000_000, target))
    await db.updateTable('users').set({ permission_level: permissionLevel.user }).execute()
    await db.deleteFrom('renders').execute()
    const opened = vi.spyOn(platform.files, 'open')
    const moderate = async () => {
      await moderateAsset(platform, moderator, { id: target, visibility: 'Moderated', reason: 'Unkind' })
      await vi.waitFor(async () =>
        expect(await db.selectFrom('follow_ups').selectAll().execute()).toEqual([]),
      )
    }
    const requested = async () =>
      (await db.selectFrom('renders').select('subject').execute()).map(({ subject }) => subject)
    return { platform, target, hats, referrer, opened, moderate, requested }
  }

  test('moderates an asset without reading a file, and re-renders only its referrers', async () => {
    const { opened, moderate, requested, referrer } = await start(60)
    await moderate()
    expect(opened).not.toHaveBeenCalled()
    expect(await requested()).toEqual([`asset:${referrer}`])
  })

  test('replaces the references together with the file', async () => {
    const { platform, target, hats, referrer, moderate, requested } = await start(1)
    await replaceAssetFile(platform, referrer, [documentOf(100_000_001)])
    await replaceAssetFile(platform, hats[0] ?? 0, [documentOf(target)])
    await moderate()
    expect(await requested()).toEqual([`asset:${hats[0]}`])
  })
})

test.each<[string, (id: string) => string]>([
  [
    'a character reference',
    (id) => `<url>rbxassetid://${id.slice(0, 4)}&#${id.charCodeAt(4)};${id.slice(5)}</url>`,
  ],
  ['CDATA', (id) => `<url>rbxassetid://${id.slice(0, 4)}<![CDATA[${id.slice(4)}]]></url>`],
  ['a comment', (id) => `<url>rbxassetid://${id.slice(0, 4)}<!-- -->${id.slice(4)}</url>`],
  ['an element', (id) => `<url>rbxassetid://${id.slice(0, 4)}<x/>${id.slice(4)}</url>`],
  ['two elements', (id) => `<url>rbxassetid://${id.slice(0, 4)}</url><url>${id.slice(4)}</url>`],
  ['white space', (id) => `<url>http://www.roblox.com/asset/?id= ${id}</url>`],
  ['a legacy path', (id) => `<url>http://www.roblox.com/Asset/Default.ashx?ID=${id}</url>`],
  ['an embedded line', (id) => `<url>rbxassetid://\n${id}</url>`],
])('re-renders a hat whose reference to a moderated picture has %s', async (_kind, written) => {
  const platform = await openTestPlatform('SQLite')
  const maker = await registerPerson(platform, 'Maker')
  const moderator: Actor = {
    ...(await registerPerson(platform, 'Moderator')),
    permissionLevel: permissionLevel.moderator,
  }
  const store = async (type: number, file: Uint8Array) =>
    (await storeAsset(platform, maker, { type, name: 'A file' }, [file])).id
  const picture = await store(assetType.image, Buffer.from('a picture'))
  const content = (name: string, inside: string) => `<Content name="${name}">${inside}</Content>`
  const part = (inside: string) =>
    Buffer.from(`<roblox><Item class="Decal"><Properties>${inside}</Properties></Item></roblox>`)
  const hat = await store(assetType.hat, part(content('Texture', written(String(picture)))))
  const replaced = await store(assetType.hat, part(''))
  await replaceAssetFile(platform, replaced, [part(content('Texture', written(String(picture))))])
  await platform.db.updateTable('users').set({ permission_level: permissionLevel.user }).execute()
  await platform.db.deleteFrom('renders').execute()
  await moderateAsset(platform, moderator, { id: picture, visibility: 'Moderated', reason: 'Unkind' })
  const requested = () => platform.db.selectFrom('renders').select('subject').orderBy('subject').execute()
  await vi.waitFor(async () =>
    expect(await requested()).toEqual([hat, replaced].toSorted().map((id) => ({ subject: `asset:${id}` }))),
  )
})

test.each([1, 7, 64, 1_000])('finds references in chunks of %i bytes', (size) => {
  const ids = Array.from({ length: 50 }, (_, index) => 100_000_000 + index * 1_234_567)
  const file = documentOf(...ids)
  const scan = scanAssetFile()
  for (let at = 0; at < file.length; at += size) scan.add(file.subarray(at, at + size))
  expect([...scan.end().found].toSorted()).toEqual(ids)
})

test('finds no references in a file that is not XML', () => {
  const scan = scanAssetFile()
  scan.add(Buffer.from('version 1.00 rbxassetid://123456789'))
  expect(scan.end()).toEqual({ found: new Set(), isScanned: false })
})
