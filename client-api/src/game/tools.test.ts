import { createPlace } from '@baseplate/platform/places/create'
import { registerPerson } from '@baseplate/platform/testing/people'
import { startWebServer } from '@baseplate/platform/testing/web-server'
import { expect, test } from 'vitest'
import { startClientApi, type TestClientApi } from '../testing/client-api.ts'

const fetchText = async ({ ask }: TestClientApi, path: string, method = 'GET') => {
  const response = await ask(path, { method, redirect: 'manual' })
  return [response.status, response.headers.get('location') ?? (await response.text())] as const
}

test('redirects a tool to the configured service with its query', async () => {
  const api = await startClientApi({ AssetCloud: { InsertURL: 'https://sets.example/list' } })
  for (const path of ['/game/tools/insertasset', '/Game/Tools/InsertAsset.ashx']) {
    for (const method of ['GET', 'POST']) {
      expect(await fetchText(api, path, method)).toEqual([302, 'https://sets.example/list'])
      expect(await fetchText(api, `${path}?nsets=20&type=user&userid=1&x=%20a%2Bb+c`, method)).toEqual([
        302,
        'https://sets.example/list?nsets=20&type=user&userid=1&x=%20a%2Bb+c',
      ])
    }
  }
  const keyed = await startClientApi({ AssetCloud: { InsertURL: 'https://sets.example/list?key=1' } })
  expect(await fetchText(keyed, '/game/tools/insertasset?sid=2')).toEqual([
    302,
    'https://sets.example/list?key=1&sid=2',
  ])
  expect(await fetchText(await startClientApi(), '/game/tools/insertasset?sid=2')).toEqual([
    404,
    'Not configured',
  ])
})

const thumbnailPaths = ['/game/tools/thumbnailasset', '/Game/Tools/ThumbnailAsset.ashx']

test('redirects to a thumbnail, and asks for its address once per size', async () => {
  const thumbnails = await startWebServer((_, response, url) => {
    const imageUrl = `${url}/picture${thumbnails.asked.length}.png`
    response.end(JSON.stringify({ data: [{ targetId: 1, state: 'Completed', imageUrl }] }))
  })
  const api = await startClientApi({ AssetCloud: { ThumbnailURL: `${thumbnails.url}/v1/assets` } })
  for (const path of thumbnailPaths) {
    for (const method of ['GET', 'POST']) {
      expect(await fetchText(api, `${path}?aid=1818&wd=420&ht=420&fmt=png`, method)).toEqual([
        302,
        `${thumbnails.url}/picture1.png`,
      ])
      expect(await fetchText(api, `${path}?aid=1818&wd=60&ht=62`, method)).toEqual([
        302,
        `${thumbnails.url}/picture2.png`,
      ])
    }
  }
  expect(thumbnails.asked).toHaveLength(2)
  expect(thumbnails.asked[0]).toBe(
    '/v1/assets?assetIds=1818&size=420x420&format=Png&returnPolicy=Placeholder&isCircular=false',
  )
})

test('refuses missing or invalid parameters with Asset not found', async () => {
  const api = await startClientApi()
  for (const query of [
    '',
    '?aid=1',
    '?aid=1&wd=420',
    '?wd=420&ht=420',
    '?aid=&wd=1&ht=1',
    '?aid=x&wd=1&ht=1',
    '?aid=1&wd=0&ht=1',
    '?aid=1&wd=1&ht=-1',
    '?aid=1&wd=1.5&ht=1',
    '?aid=1&wd=99999&ht=1',
    `?aid=${'9'.repeat(30)}&wd=1&ht=1`,
  ]) {
    for (const path of thumbnailPaths) {
      expect([query, ...(await fetchText(api, `${path}${query}`))]).toEqual([query, 404, 'Asset not found'])
    }
  }
})

test.each([
  ['nothing', '{"data":[]}', 200, [400, 'Invalid asset']],
  ['no address', '{"data":[{"imageUrl":null}]}', 200, [400, 'Invalid asset']],
  [
    'an address that is not http(s)',
    '{"data":[{"imageUrl":"javascript:alert(1)"}]}',
    200,
    [400, 'Invalid asset'],
  ],
  ['garbage', 'garbage', 200, [400, 'Invalid asset']],
  ['a refusal', '{"errors":[{"code":1}]}', 400, [400, 'Invalid asset']],
  ['a failure', 'Oops', 503, [502, 'The asset cloud answered 503']],
] as const)('refuses a thumbnail when the service answers %s', async (_, body, status, expected) => {
  const thumbnails = await startWebServer((_request, response) => void response.writeHead(status).end(body))
  const api = await startClientApi({ AssetCloud: { ThumbnailURL: thumbnails.url } })
  expect(await fetchText(api, '/game/tools/thumbnailasset?aid=1&wd=420&ht=420')).toEqual(expected)
  expect(await api.platform.db.selectFrom('cloud_thumbnails').selectAll().execute()).toEqual([])
})

test('has thumbnails only of assets of this platform when no service is configured', async () => {
  const api = await startClientApi()
  expect(await fetchText(api, '/game/tools/thumbnailasset?aid=1&wd=420&ht=420')).toEqual([
    400,
    'Invalid asset',
  ])
  const maker = await registerPerson(api.platform, 'Maker')
  const { id } = await createPlace(api.platform, maker, { name: 'A place' })
  const own = `${api.baseUrl}/asset/thumbnail/${id}`
  expect(await fetchText(api, `/game/tools/thumbnailasset?aid=${id}&wd=420&ht=420`)).toEqual([302, own])
  const picture = await fetch(own)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
})
