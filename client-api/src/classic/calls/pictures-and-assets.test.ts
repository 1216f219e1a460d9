import { numbersOf } from '@baseplate/platform/accounts/door'
import { storeAsset } from '@baseplate/platform/assets/files/store-asset'
import { assetType } from '@baseplate/platform/assets/types'
import { createPlace, updatePrivacy } from '@baseplate/platform/places/door'
import { insertRenders } from '@baseplate/platform/rendering/door'
import { assetSubject, renderPriority } from '@baseplate/platform/rendering/rules'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makePlace, startClientApi } from '../../testing/client-api.ts'

async function start() {
  const api = await startClientApi()
  const { platform, ask, baseUrl } = api
  const { maker, id: place } = await makePlace(platform)
  const { id: hidden } = await createPlace(platform, maker, { name: 'Hidden' })
  await updatePrivacy(platform, maker, { id: hidden, privateServer: 'on' })
  const number = (await numbersOf(platform.db, [maker.id])).get(maker.id) ?? 0
  const input = { type: assetType.hat, name: 'A hat' }
  const { id: hat } = await storeAsset(platform, maker, input, [Buffer.from('a hat')])
  await platform.db.insertInto('worn_items').values({ user_id: maker.id, asset_id: hat }).execute()
  /** Returns the status of a response, and its body or the path that it leads to. */
  const read = async (path: string) => {
    const response = await ask(path, { redirect: 'manual' })
    const location = response.headers.get('location')
    const body = location ?? (await response.text())
    return [response.status, body.replaceAll(baseUrl, '')]
  }
  return { ...api, maker, place, hidden, number, hat, read }
}

test('calls for pictures lead to those of the platform', async () => {
  const { read, place, hidden, hat, number } = await start()
  for (const [path, status, leadsTo] of [
    [
      `/Thumbs/Asset.ashx?assetId=${hat}&width=48&height=48&format=Png`,
      302,
      `/asset/thumbnail/${hat}?size=48`,
    ],
    [`/Thumbs/Asset.ashx?AssetID=${hat}&x=4096&y=4096`, 302, `/asset/thumbnail/${hat}`],
    [`/Thumbs/RawAsset.ashx?assetId=${hat}`, 302, `/asset/thumbnail/${hat}`],
    [`/Thumbs/Asset.ashx?AssetID=${hat}&x=110&y=62`, 302, `/asset/thumbnail/${hat}?size=75`],
    [`/Thumbs/Asset.ashx?assetId=${place}`, 302, `/share/${place}/picture.jpg?size=352x352`],
    [
      `/Thumbs/Asset.ashx?assetId=${place}&width=160&height=100`,
      302,
      `/share/${place}/picture.jpg?size=160x90`,
    ],
    [
      `/Thumbs/Asset.ashx?assetId=${place}&width=1280&height=720`,
      302,
      `/share/${place}/picture.jpg?size=1200x630`,
    ],
    [
      `/Thumbs/GameIcon.ashx?assetId=${place}&width=50&height=50`,
      302,
      `/share/${place}/picture.jpg?size=48x48`,
    ],
    [`/Thumbs/GameIcon.ashx?assetId=${hidden}`, 404, 'Place not found'],
    ['/Thumbs/GameIcon.ashx', 404, 'Place not found'],
    [`/Thumbs/Avatar.ashx?userId=${number}&x=100&y=100`, 302, '/api/avatar/Maker-body?size=100'],
    ['/Thumbs/Avatar.ashx?username=MAKER', 302, '/api/avatar/MAKER-body'],
    [`/avatar-thumbnail/image?userId=${number}`, 302, '/api/avatar/Maker-body'],
    [`/Thumbs/Head.ashx?userId=${number}`, 302, '/api/avatar/Maker'],
    ['/Thumbs/Head.ashx?userId=1', 404, 'User not found'],
    ['/Thumbs/Head.ashx?username=%0d%0aX:1', 404, 'User not found'],
    ['/Thumbs/Head.ashx', 404, 'User not found'],
    ['/Thumbs/Asset.ashx?assetId=x', 404, 'Asset not found'],
    [`/Thumbs/Asset.ashx?assetId=${hat}&width=-1`, 404, 'Asset not found'],
  ] as const)
    expect([path, ...(await read(path))]).toEqual([path, status, leadsTo])
})

const draw = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 4, background: '#c04030' } })
    .png()
    .toBuffer()

test.each([
  [30, 48],
  [61, 48],
  [62, 75],
  [110, 100],
  [301, 352],
  [4096, 352],
])('a client that asks for %i pixels gets a render of %i', async (wanted, size) => {
  const { platform, ask, hat, maker, number } = await start()
  const render = await draw(352)
  await platform.files.write(`thumbnails/${hat}`, [render], 100_000)
  await platform.db.updateTable('assets').set({ visibility: 'Visible' }).where('id', '=', hat).execute()
  for (const shot of ['head', 'body'])
    await platform.files.write(`avatars/${maker.id}-${shot}.png`, [render], 100_000)
  for (const path of [
    `/Thumbs/Asset.ashx?assetId=${hat}&width=${wanted}&height=${wanted}`,
    `/Thumbs/Avatar.ashx?userId=${number}&x=${wanted}&y=${wanted}`,
    `/Thumbs/Head.ashx?userId=${number}&width=${wanted}&height=${wanted}`,
  ]) {
    const response = await ask(path)
    const bytes = Buffer.from(await response.arrayBuffer())
    const { format, width, height } = await sharp(bytes).metadata()
    expect([path, response.status, format, width, height]).toEqual([path, 200, 'png', size, size])
    const again = await ask(path, { headers: { 'If-None-Match': response.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  }
})

test('a small picture changes with the render', async () => {
  const { platform, ask, maker } = await start()
  const read = async () => Buffer.from(await (await ask('/api/avatar/Maker?size=100')).arrayBuffer())
  const before = await read()
  await platform.files.write(`avatars/${maker.id}-head.png`, [await draw(352)], 100_000)
  expect((await read()).equals(before)).toBe(false)
  await platform.files.write(`avatars/${maker.id}-head.png`, [Buffer.from('not a picture')], 100_000)
  expect((await read()).toString()).toBe('not a picture')
})

test('a picture that is being drawn is not final', async () => {
  const { platform, ask, baseUrl, hat, number } = await start()
  const json = async (path: string) => (await ask(path)).json()
  const asset = `/asset-thumbnail/json?assetId=${hat}`
  const avatar = `/avatar-thumbnail/json?userId=${number}`
  const subjects = [{ subject: assetSubject(hat), renderId: 'one' }]
  const request = { priority: renderPriority.thumbnail, edition: 1, now: platform.now() }
  await insertRenders(platform.db, subjects, request)
  const finish = (state: 'waiting' | 'drawing' | 'failed') =>
    platform.db.updateTable('renders').set({ state }).execute()
  for (const [state, Final] of [
    ['waiting', false],
    ['drawing', false],
    ['failed', true],
  ] as const) {
    await finish(state)
    expect(await json(asset)).toEqual({ Url: `${baseUrl}/asset/thumbnail/${hat}`, Final })
    expect(await json(avatar)).toEqual({ Url: `${baseUrl}/api/avatar/Maker-body`, Final })
  }
})

test('calls for files lead to the one version of an asset', async () => {
  const { read, hat } = await start()
  for (const [path, status, body] of [
    [`/v1/asset?id=${hat}`, 200, 'a hat'],
    [`/v1/asset/?ID=${hat}&version=3`, 200, 'a hat'],
    [`/Data/Get.ashx?id=${hat}`, 200, 'a hat'],
    [`/Asset/?assetVersionId=${hat}`, 200, 'a hat'],
    ['/Asset/?assetVersionId=1', 404, 'Asset not found'],
    ['/Asset/?hash=0123456789abcdef', 404, 'Asset not found'],
    ['/v1/asset', 400, 'Invalid Request'],
  ] as const)
    expect([path, ...(await read(path))]).toEqual([path, status, body])
})

test('a player’s look is found by the player’s number', async () => {
  const { read, ask, baseUrl, hat, number } = await start()
  const list = `/asset/bodycolours/Maker?;/asset?id=${hat}`
  expect(await read(`/Asset/CharacterFetch.ashx?userId=${number}&placeId=1`)).toEqual([200, list])
  expect(await read(`/Asset/AvatarAccoutrements.ashx?userId=${number}`)).toEqual([200, list])
  const colours = await read('/asset/bodycolours/Maker')
  expect(await read(`/Asset/BodyColors.ashx?userId=${number}`)).toEqual(colours)
  const look = await (await ask(`/v1.1/avatar-fetch?placeId=1&userId=${number}`)).json()
  expect(look).toMatchObject({
    resolvedAvatarType: 'R6',
    accessoryVersionIds: [hat],
    bodyColors: { HeadColor: 24, TorsoColor: 23, LeftArmColor: 24, RightLegColor: 119 },
    bodyColorsUrl: `${baseUrl}/asset/bodycolours/Maker`,
  })
  for (const call of ['Asset/CharacterFetch.ashx', 'Asset/BodyColors.ashx', 'v1.1/avatar-fetch'])
    for (const query of ['', '?userId=0', '?userId=2147483648', `?userId=${number}x`])
      expect(await read(`/${call}${query}`)).toEqual([404, 'User not found'])
})

test('every game leaves the bodies of its players as they are', async () => {
  const { ask } = await start()
  const info = await (await ask('/v1.1/game-start-info?universeId=5')).json()
  expect(info).toMatchObject({ gameAvatarType: 'MorphToR6', universeAvatarMinScales: { Head: 1 } })
})
