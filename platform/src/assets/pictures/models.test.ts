import { CannotDraw } from '@baseplate/renderer/drawing'
import { hatDocument, item, modelDocument } from '@baseplate/renderer/models/write-document'
import { lathe, meshText } from '@baseplate/renderer/models/write-mesh'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { type Actor, operator } from '../../accounts/rules.ts'
import { wear } from '../../avatars/dress.ts'
import { describeAsset } from '../../drawing/describe-asset.ts'
import { describeUser } from '../../drawing/describe-user.ts'
import { assetSubject, renderPriority, userSubject } from '../../rendering/rules.ts'
import { registerPerson } from '../../testing/people.ts'
import { openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { storedNames } from '../../testing/stored-names.ts'
import { storeAsset } from '../files/store-asset.ts'
import type { Visibility } from '../rules.ts'
import { assetType } from '../types.ts'
import { readWornHat, readWornPicture } from './worn.ts'

const { hat, image, mesh, model } = assetType

const cone = meshText(
  lathe([
    [0, 1],
    [0.6, 0],
  ]),
)
const picture = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#c04030' } })
  .png()
  .toBuffer()

async function start(workers = 0) {
  const platform = await openTestPlatform('SQLite', { Renderer: { Workers: workers } })
  const anna = await registerPerson(platform, 'Anna')
  return { platform, anna, store: storeFor(platform, { ...anna, permissionLevel: 3 }) }
}

const storeFor = (platform: TestPlatform, maker: Actor) => async (type: number, bytes: Uint8Array) => {
  const source = [bytes]
  return (await storeAsset(platform, maker, { type, name: 'Thing' }, source)).id
}

const setVisibility = ({ db }: TestPlatform, id: number, visibility: Visibility) =>
  db.updateTable('assets').set({ visibility }).where('id', '=', id).execute()

const playerOf = (permissionLevel: number): Actor => ({ ...operator, permissionLevel })

const asset = (id: number) => ({ url: `http://www.roblox.com/asset/?id=${id}` })

test('describes a hat, a model and a mesh with their files, each read once', async () => {
  const { platform, store } = await start()
  const meshId = await store(mesh, cone)
  const pictureId = await store(image, picture)
  const part = item('Part', {}, item('SpecialMesh', { MeshId: asset(meshId), TextureId: asset(pictureId) }))
  const ids = [
    await store(hat, hatDocument(asset(meshId), asset(pictureId))),
    await store(model, modelDocument(part, part, item('Part', { shape: 0 }))),
  ]
  for (const id of ids) {
    const described = await describeAsset(platform, id)
    expect(described).toMatchObject({
      kind: 'model',
      model: { meshes: [{ name: `asset ${meshId}` }], pictures: [{ name: `asset ${pictureId}` }] },
    })
    if (described?.kind !== 'model') throw new Error('no model')
    expect(described.model.parts[0]).toMatchObject({ shape: 0, coverings: [{ side: 'all', picture: 0 }] })
  }
  expect(await describeAsset(platform, meshId)).toMatchObject({
    kind: 'model',
    model: { parts: [{ shape: 0 }] },
  })
})

test('leaves out moderated meshes and pictures, and describes nothing when none is left', async () => {
  const { platform, store } = await start()
  const [meshId, pictureId] = [await store(mesh, cone), await store(image, picture)]
  const id = await store(hat, hatDocument(asset(meshId), asset(pictureId)))
  await setVisibility(platform, pictureId, 'Moderated')
  expect(await describeAsset(platform, id)).toMatchObject({
    model: { parts: [{ coverings: [] }], pictures: [] },
  })
  await setVisibility(platform, meshId, 'Moderated')
  expect(await describeAsset(platform, id)).toBeUndefined()
  expect(await describeAsset(platform, meshId)).toBeUndefined()
})

test.each<[string, Uint8Array]>([
  ['no parts', modelDocument(item('Script', { Name: 'Part' }))],
  ['a file that is not XML', Buffer.from('<roblox!\x89\xff\r\n\x1a\n')],
  ['a mesh that is not here', hatDocument({ url: 'rbxassetid://1' })],
  ['a mesh that only clients have', hatDocument({ url: 'rbxasset://fonts/hat.mesh' })],
])('describes nothing for %s', async (_name, document) => {
  const { platform, store } = await start()
  expect(await describeAsset(platform, await store(hat, document))).toBeUndefined()
})

test('refuses more parts and files than a worker can draw', async () => {
  const { platform, store } = await start()
  const parts = await store(model, modelDocument(item('Part', {}).repeat(2_001)))
  await expect(describeAsset(platform, parts)).rejects.toThrow(
    new CannotDraw(`The document of asset ${parts} cannot be read: This model has more than 2000 parts`),
  )
  const inside = item('Part', {}, item('SpecialMesh', { MeshId: { binary: 'aGVsbG8=' } }))
  const files = await store(model, modelDocument(inside.repeat(65)))
  await expect(describeAsset(platform, files)).rejects.toThrow(
    new CannotDraw(`The model of asset ${files} uses more than 64 files`),
  )
  const broken = await store(model, Buffer.from('<roblox><Item></roblox>'))
  await expect(describeAsset(platform, broken)).rejects.toThrow(
    new CannotDraw(
      `The document of asset ${broken} cannot be read: This model file is broken at line 1, column 23`,
    ),
  )
})

test('describes up to three hats, and requests pictures when they change', async () => {
  const { platform, anna, store } = await start()
  const meshId = await store(mesh, cone)
  const hats: number[] = []
  for (let count = 0; count < 4; count++) hats.push(await store(hat, hatDocument(asset(meshId))))
  const rendersOf = async () =>
    (
      await platform.db
        .selectFrom('renders')
        .select('render_id')
        .where('subject', '=', userSubject(anna.id))
        .execute()
    )[0]
  for (const id of hats.slice(0, 3)) {
    const before = await rendersOf()
    await wear(platform, anna, { id: String(id) })
    expect(await rendersOf()).not.toEqual(before)
  }
  await expect(wear(platform, anna, { id: String(hats[3]) })).rejects.toMatchObject({ reason: 'invalid' })
  const parts = [{ placement: { offset: [0, 0.5, 0] } }]
  expect(await describeUser(platform, anna.id, true)).toMatchObject({
    drawing: { hats: [{ parts }, { parts }, { parts }] },
  })
  await setVisibility(platform, hats[0] ?? 0, 'Moderated')
  expect(await describeUser(platform, anna.id, true)).toMatchObject({
    drawing: { hats: [{ parts }, { parts }] },
    omitted: [],
  })
})

test('sends browsers visible hats that have something to show, and pending ones to reviewers', async () => {
  const { platform, store } = await start()
  const meshId = await store(mesh, cone)
  const [id, broken, bare] = [
    await store(hat, hatDocument(asset(meshId))),
    await store(hat, Buffer.from('<roblox><Item></roblox>')),
    await store(hat, modelDocument(item('Hat', {}))),
  ]
  const [player, reviewer] = [playerOf(2), playerOf(3)]
  const worn = { parts: [{ shape: 0 }], meshes: [{ bytes: cone }] }
  expect(await readWornHat(platform, player, { id })).toMatchObject(worn)
  await setVisibility(platform, id, 'Pending')
  expect(await readWornHat(platform, reviewer, { id })).toMatchObject(worn)
  for (const none of [id, broken, bare, meshId, 1])
    await expect(readWornHat(platform, player, { id: none })).rejects.toMatchObject({ reason: 'missing' })
})

test('reads the picture of a shirt to wear it, and has none for one whose document names no picture', async () => {
  const { platform, store } = await start()
  const shirt = await store(assetType.shirt, picture)
  const empty = await store(assetType.shirt, Buffer.from('<roblox version="4"></roblox>'))
  const player = playerOf(2)
  expect(await readWornPicture(platform, player, { id: shirt })).toMatchObject({ contentType: 'image/png' })
  await expect(readWornPicture(platform, player, { id: empty })).rejects.toMatchObject({ reason: 'missing' })
})

test('reads no file of an item that is not clothing as a picture to wear', async () => {
  const { platform, store } = await start()
  const picturedHat = await store(hat, picture)
  const reading = readWornPicture(platform, playerOf(2), { id: picturedHat })
  await expect(reading).rejects.toMatchObject({ reason: 'missing' })
})

test('draws a hat, a model and a mesh, and fails a broken one alone, with its reason', async () => {
  const { platform, anna, store } = await start(2)
  const meshId = await store(mesh, cone)
  const brokenMesh = await store(mesh, Buffer.from('version 2.00\nhello'))
  const good = [
    meshId,
    await store(hat, hatDocument(asset(meshId))),
    await store(model, modelDocument(item('Part', {}))),
  ]
  const bad = [brokenMesh, await store(hat, hatDocument(asset(brokenMesh)))]
  const empty = await store(model, modelDocument(item('Script', {})))
  const ids = [...good, ...bad, empty]
  for (const id of ids)
    await platform.renders.request(platform.db, assetSubject(id), renderPriority.thumbnail)
  platform.renders.wake()
  const fault = `The mesh of asset ${brokenMesh} ends early`
  await vi.waitFor(
    async () => {
      const rows = await platform.db.selectFrom('renders').selectAll().execute()
      expect(Object.fromEntries(rows.map((row) => [row.subject, row.reason ?? row.state]))).toEqual({
        [userSubject(anna.id)]: 'done',
        ...Object.fromEntries([...good, empty].map((id) => [assetSubject(id), 'done'])),
        ...Object.fromEntries(bad.map((id) => [assetSubject(id), fault])),
      })
    },
    { timeout: 30_000, interval: 50 },
  )
  const pictured = () => storedNames(platform.files, 'thumbnails')
  const picturesFor = (shown: number[]) => shown.flatMap((id) => [`${id}`, `${id}.webp`]).toSorted()
  expect(await pictured()).toEqual(picturesFor(good))
  // Assets that have become invisible lose their pictures.
  await setVisibility(platform, meshId, 'Moderated')
  for (const id of good)
    await platform.renders.request(platform.db, assetSubject(id), renderPriority.thumbnail)
  platform.renders.wake()
  await vi.waitFor(async () => expect(await pictured()).toEqual(picturesFor(good.slice(2))), {
    timeout: 30_000,
    interval: 50,
  })
})
