import { expect, test } from 'vitest'
import { openTestPlatform } from '../../testing/platforms.ts'
import { startWebServer } from '../../testing/web-server.ts'

async function start(answer: Parameters<typeof startWebServer>[0], config = {}) {
  const cloud = await startWebServer(answer)
  const platform = await openTestPlatform('SQLite', {
    AssetCloud: { URL: cloud.url, AllowPrivateNetwork: true, ...config },
  })
  return { cloud, fetch: platform.assetCloud.fetchAsset }
}

test('a client whose turn comes too late does not ask the cloud', async () => {
  const { cloud, fetch } = await start(() => {}, { TimeoutSeconds: 1 })
  const fetched = await Promise.allSettled(
    Array.from({ length: 20 }, (_, id) => fetch(id + 1, '203.0.113.1')),
  )
  const late = { status: 'rejected', reason: { problem: { code: 'cloud.late' } } }
  expect(fetched).toMatchObject(Array.from({ length: 20 }, () => late))
  expect(cloud.asked).toHaveLength(8)
})

test('a client gets at once what another one still waits to ask for', async () => {
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  const { cloud, fetch } = await start(async (request, response, url) => {
    if (request.url?.startsWith('/file/')) return response.end('a file')
    if (request.url !== '/9') await answered
    response.end(JSON.stringify({ location: `${url}/file${request.url}` }))
  })
  const waiting = Promise.all(Array.from({ length: 9 }, (_, id) => fetch(id + 1, '203.0.113.1')))
  await fetch(9, '203.0.113.2')
  expect(cloud.asked.filter((path) => path.endsWith('/9'))).toEqual(['/9', '/file/9'])
  resolve()
  await waiting
  expect(cloud.asked.filter((path) => path.endsWith('/9'))).toHaveLength(2)
})
