import { createHash } from 'node:crypto'
import { storeAsset } from '@baseplate/platform/assets/files/store-asset'
import { assetType } from '@baseplate/platform/assets/types'
import { registerPerson } from '@baseplate/platform/testing/people'
import { hatDocument } from '@baseplate/renderer/models/write-document'
import { lathe, meshText } from '@baseplate/renderer/models/write-mesh'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startClientApi } from '../testing/client-api.ts'

const cone = lathe([
  [0, 1],
  [0.6, 0, 'sharp'],
  [0, 0.2],
])
const coneHat = hatDocument({ binary: meshText(cone).toString('base64') })

async function start(engine: 'classic' | 'minetest' = 'minetest') {
  const api = await startClientApi({ Engine: engine })
  const { platform } = api
  const user = await registerPerson(platform, 'Some_Body')
  const wear = async (type: number, file: Uint8Array) => {
    const { id } = await storeAsset(platform, { ...user, permissionLevel: 3 }, { type, name: 'An item' }, [
      file,
    ])
    await platform.db.insertInto('worn_items').values({ user_id: user.id, asset_id: id }).execute()
    return id
  }
  return { ...api, wear }
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('serves a skin with the hash of its bytes as the validator', async () => {
  const { ask } = await start()
  const first = await ask('/api/skin/some_BODY.png')
  const skin = await bytesOf(first)
  const etag = `"${createHash('sha1').update(skin).digest('hex')}"`
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect([first.headers.get('etag'), first.headers.get('cache-control')]).toEqual([etag, 'no-cache'])
  expect(await sharp(skin).metadata()).toMatchObject({ format: 'png', width: 512, height: 512 })
  const unchanged = await ask('/api/skin/Some_Body.png', { headers: { 'If-None-Match': etag } })
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
  const head = await ask('/api/skin/Some_Body.png', { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(skin.length)])
})

test('serves another skin as soon as the avatar changes, and leaves broken clothes out', async () => {
  const { ask, wear } = await start()
  const skin = async () => (await ask('/api/skin/Some_Body.png')).headers.get('etag')
  const bare = await skin()
  await wear(assetType.pants, Buffer.from('no picture'))
  expect(await skin()).toBe(bare)
  const options = { create: { width: 585, height: 559, channels: 4, background: '#c04030' } } as const
  await wear(assetType.shirt, await sharp(options).png().toBuffer())
  expect(await skin()).not.toBe(bare)
})

test('lists the hats of an avatar with the addresses of their files', async () => {
  const { ask, wear } = await start()
  const none = await ask('/api/figure-hats/Some_Body')
  expect([none.status, await none.json()]).toEqual([200, []])
  const id = await wear(assetType.hat, coneHat)
  const listed = await ask('/api/figure-hats/some_body')
  const [{ mesh, texture }] = (await listed.json()) as [{ mesh: string; texture: string }]
  expect([mesh, texture]).toEqual([`/api/hat/${id}.obj`, `/api/hat/${id}.png`])
  const etag = listed.headers.get('etag') ?? ''
  expect(etag).not.toBe(none.headers.get('etag'))
  expect((await ask('/api/figure-hats/Some_Body', { headers: { 'If-None-Match': etag } })).status).toBe(304)
  const model = await ask(mesh)
  expect([model.status, model.headers.get('content-type')]).toEqual([200, 'text/plain'])
  const faces = (await model.text()).split('\n').filter((line) => line.startsWith('f '))
  // Triangles at the two tips have no area.
  expect(faces.length).toBe(cone.length / 2)
  expect((await ask(texture)).headers.get('content-type')).toBe('image/png')
})

test('serves no hat that is taken down, broken, or another kind of asset', async () => {
  const { ask, wear, platform } = await start()
  const id = await wear(assetType.hat, coneHat)
  const broken = await wear(assetType.hat, Buffer.from('<roblox><Item></roblox>'))
  const face = await wear(assetType.face, Buffer.from('a picture'))
  expect((await ask(`/api/hat/${id}.obj`)).status).toBe(200)
  await platform.db.updateTable('assets').set({ visibility: 'Moderated' }).where('id', '=', id).execute()
  for (const asset of [id, broken, face, 123_456_789]) {
    for (const extension of ['obj', 'png']) {
      expect([asset, (await ask(`/api/hat/${asset}.${extension}`)).status]).toEqual([asset, 404])
    }
  }
  expect(await (await ask('/api/figure-hats/Some_Body')).json()).toMatchObject([{ id: broken }])
})

test.each(['nobody', 'ab', '..%2fx', '%00', ''])('refuses the unknown user "%s"', async (name) => {
  const { ask } = await start()
  for (const path of [`/api/skin/${name}.png`, `/api/figure-hats/${name}`]) {
    expect([path, (await ask(path)).status]).toEqual([path, 404])
  }
})

test('serves neither skins nor hats with classic clients', async () => {
  const { ask } = await start('classic')
  for (const path of ['/api/skin/Some_Body.png', '/api/figure-hats/Some_Body', '/api/hat/1.obj']) {
    expect([path, (await ask(path)).status]).toEqual([path, 404])
  }
})
