import { numbersOf } from '@baseplate/platform/accounts/door'
import { storeAsset } from '@baseplate/platform/assets/files/store-asset'
import { assetType } from '@baseplate/platform/assets/types'
import { createPlace, updatePrivacy } from '@baseplate/platform/places/door'
import { insertRenders } from '@baseplate/platform/rendering/door'
import { assetSubject, renderPriority } from '@baseplate/platform/rendering/rules'
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
    [`/Thumbs/Asset.ashx?assetId=${hat}&width=48&height=48&format=Png`, 302, `/asset/thumbnail/${hat}`],
    [`/Thumbs/Asset.ashx?AssetID=${hat}&x=4096&y=4096`, 302, `/asset/thumbnail/${hat}`],
    [`/Thumbs/RawAsset.ashx?assetId=${hat}`, 302, `/asset/thumbnail/${hat}`],
    [`/Thumbs/Asset.ashx?assetId=${place}`, 302, `/share/${place}/picture.jpg`],
    [`/Thumbs/GameIcon.ashx?assetId=${place}&width=50&height=50`, 302, `/share/${place}/picture.jpg`],
    [`/Thumbs/GameIcon.ashx?assetId=${hidden}`, 404, 'Place not found'],
    ['/Thumbs/GameIcon.ashx', 404, 'Place not found'],
    [`/Thumbs/Avatar.ashx?userId=${number}&x=100&y=100`, 302, '/api/avatar/Maker-body'],
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

test('a picture that is being drawn is not final', async () => {
  const { platform, ask, baseUrl, hat, number } = await start()
  const json = async (path: string) => (await ask(path)).json()
  const asset = `/asset-thumbnail/json?assetId=${hat}&width=100&height=100`
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
