import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { openSigned } from '@baseplate/e2e/client/signature.ts'
import { expect, test } from 'vitest'
import { createClientApi } from '../../app.ts'
import { createSigning } from '../../signing.ts'
import { openSigningKey } from '../../signing-key.ts'
import { startClientApi } from '../../testing/client-api.ts'

/** Sends a body in chunks, without its length. */
function sendChunks(url: string, bytes: number): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const sent = request(url, { method: 'POST' }, (response) => {
    response.resume()
    resolve(response.statusCode)
  })
  sent.on('error', reject)
  for (let left = bytes; left > 0; left -= 65_536) sent.write(Buffer.alloc(Math.min(left, 65_536)))
  sent.end()
  return promise
}

test('accepts bodies of up to 1 MiB and refuses larger ones', async () => {
  const { ask, baseUrl } = await startClientApi()
  const max = 1024 * 1024
  for (const [bytes, status] of [
    [max, 200],
    [max + 1, 413],
  ] as const) {
    const response = await ask('/Error/Dmp.ashx', { method: 'POST', body: Buffer.alloc(bytes) })
    expect([bytes, response.status]).toEqual([bytes, status])
    expect(await sendChunks(`${baseUrl}/Error/Dmp.ashx`, bytes)).toBe(status)
  }
})

test('signs the empty script that clients load to measure games', async () => {
  const { ask, publicKey } = await startClientApi()
  const response = await (await ask('/Analytics/GamePerfMonitor.ashx?blockId=1')).text()
  expect(openSigned(response, { publicKey })).toBe('')
})

test('refuses the 601st call of an address in a minute, whatever the path, and no other request', async () => {
  const { ask } = await startClientApi()
  const paths = ['/client-status', '/Game/PlaceVisit.ashx?UserID=1', '//Mobileapi//x', '/Error/Own.ashx']
  for (let sent = 0; sent < 600; sent += 50) {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask(paths[index % paths.length] ?? '/')),
    )
    expect(responses.filter(({ status }) => status !== 200)).toEqual([])
  }
  for (const path of paths) {
    const refused = await ask(path)
    expect([refused.status, await refused.text()]).toEqual([429, 'Too many requests from your address'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await ask('/game/machineconfiguration')).status).toBe(200)
})

test('replaces constants by those of the operator', async () => {
  const { platform, ask, server } = await startClientApi()
  const folder = join(platform.config.dataDirectory, 'client-api', 'constants')
  await mkdir(folder, { recursive: true })
  const own = [
    { path: '/GetAllowedMD5Hashes', body: { data: ['12ab'] } },
    { path: '/Analytics/*', status: 503 },
    { path: '/Own.ashx', body: 'mine' },
  ]
  await writeFile(join(folder, 'own.json'), JSON.stringify(own))
  const signing = createSigning(await openSigningKey(platform.config, undefined), platform.config.Signing)
  const { listener, isFor, isConstant } = await createClientApi(platform, signing)
  server.removeAllListeners('request').on('request', listener)
  const read = async (path: string) => {
    const response = await ask(path)
    return [response.status, await response.text()]
  }
  expect(await read('/getallowedmd5hashes?apiKey=x')).toEqual([200, '{"data":["12ab"]}'])
  expect(await read('/Analytics/Measurement.ashx')).toEqual([503, ''])
  expect(await read('/Analytics/Other')).toEqual([503, ''])
  expect(await read('//Own.ASHX/')).toEqual([200, 'mine'])
  expect(await read('/GetAllowedMemHashes')).toEqual([200, '{"data":[]}'])
  expect(isFor({ url: '//own.ashx?x', headers: { accept: 'text/html' } })).toBe(true)
  expect(['/Own.ashx', '//analytics/x', '/game/join'].map(isConstant)).toEqual([true, true, false])
})
