import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startWebServer } from '@baseplate/platform/testing/web-server'
import { expect, onTestFinished, test } from 'vitest'
import { openSigned } from '../client/signature.ts'
import { anyDatabase, openDatabase } from '../support/databases.ts'
import { isCluster } from '../support/processes.ts'
import { runToEnd, startProduct } from '../support/product.ts'
import { withFiles } from '../support/stored.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('serves the operator’s scripts and the cloud’s assets, even without the cloud and after a restart', async () => {
  let working = true
  const cloud = await startWebServer((request, response, url) => {
    if (!working) response.writeHead(503).end()
    else if (request.headers['x-api-key'] === 'a key') {
      response.end(JSON.stringify({ location: `${url}/file${request.url}` }))
    } else response.end('\ufeff<roblox><url>http://www.roblox.com/asset/?id=2</url></roblox>')
  })
  const folder = await temporaryFolder()
  const config = {
    AssetCloud: { URL: cloud.url, Key: 'a key', AllowPrivateNetwork: true },
    Renderer: { Workers: 0 },
  }
  await writeFile(join(folder, 'config.mjs'), `export default ${JSON.stringify(config)}`)
  const database = await openDatabase(anyDatabase)
  onTestFinished(database.drop)
  const environment = {
    ...database.environment,
    BASEPLATE_CONFIG: join(folder, 'config.mjs'),
    BASEPLATE_DATA: join(folder, 'data'),
  }

  const first = await startProduct(environment)
  await withFiles(first, (files) => files.write('privileged/5.lua', [Buffer.from('print("hello")')], 100))
  const signed = await fetch(`${first.baseUrl}/Asset/?id=5`)
  const { output: publicKey } = await runToEnd('public-key', environment)
  expect(openSigned(await signed.text(), { publicKey })).toBe('print("hello")')
  expect(signed.headers.get('x-content-type-options')).toBe('nosniff')

  const all = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const path = ['/asset', '/Asset/', '/Asset/Default.ashx'][index % 3]
      return (await fetch(`${first.baseUrl}${path}?id=1818`)).bytes()
    }),
  )
  const expected = `\ufeff<roblox><url>${first.baseUrl}/asset/?id=2</url></roblox>`
  expect(new Set(all.map((bytes) => Buffer.from(bytes).toString()))).toEqual(new Set([expected]))
  expect(new Set(cloud.asked)).toEqual(new Set(['/1818', '/file/1818']))
  // One process asks once for all of its requests.
  if (!isCluster) expect(cloud.asked).toHaveLength(2)
  expect(await first.stop()).toBe(0)

  working = false
  const second = await startProduct(environment)
  const again = await fetch(`${second.baseUrl}/asset?id=1818`)
  expect(Buffer.from(await again.bytes()).toString()).toBe(expected.replace(first.baseUrl, second.baseUrl))
  const failed = await fetch(`${second.baseUrl}/asset?id=1819`)
  expect([failed.status, await failed.text()]).toEqual([502, 'The asset cloud answered 503'])
  expect(await withFiles(second, (files) => files.exists('asset-cache/1819'))).toBe(false)
  expect(await second.stop()).toBe(0)
})
