import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { storeAsset } from '@baseplate/platform/assets/files/store-asset'
import { assetType } from '@baseplate/platform/assets/types'
import { registerPerson } from '@baseplate/platform/testing/people'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { cases } from '../../../tools/cases.ts'
import { startClientApi } from '../testing/client-api.ts'
import { askerOf, hostileQuery, hostileText } from '../testing/hostile.ts'

const secret = 'the secret of the operator'
const ownFile = /^(assets|asset-cache|thumbnails)\/[1-9]?\d*$|^privileged\/\d+(\.lua)?$/

async function start() {
  const api = await startClientApi({ AssetCloud: { InsertURL: 'https://sets.example/list' } })
  const { dataDirectory } = api.platform.config
  for (const folder of ['keys', 'privileged', 'asset-cache', 'thumbnails', '.']) {
    await mkdir(join(dataDirectory, folder), { recursive: true })
    for (const name of ['secret', 'passwd', '.secret'])
      await writeFile(join(dataDirectory, folder, name), secret)
  }
  const creator = await registerPerson(api.platform, 'Creator')
  const { id } = await storeAsset(api.platform, creator, { type: assetType.hat, name: 'A hat' }, [
    Buffer.from('a hat'),
  ])
  const opened = vi.spyOn(api.platform.files, 'open')
  return { ...api, id, opened, send: askerOf(api.baseUrl) }
}

const paths = [
  '/asset',
  '/Asset/',
  '/Asset/Default.ashx',
  '/asset/getscriptstate',
  '/game/tools/insertasset',
  '/Game/Tools/ThumbnailAsset.ashx',
]

test('survives hostile queries without leaving its folders', async () => {
  const { id, opened, send } = await start()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      hostileQuery('id', 'aid', 'wd', 'ht'),
      fc.constantFrom('GET', 'POST', 'HEAD'),
      async (path, query, method) => {
        const { status, body, headers } = await send(`${path}?${query}`, method)
        expect(status).toBeLessThan(500)
        expect(body).not.toContain(secret)
        expect(headers['set-cookie']).toBeUndefined()
        if (headers.location !== undefined)
          expect(headers.location).toMatch(/^https:\/\/sets\.example\/list(\?|$)/)
      },
    ),
    { numRuns: cases(150, 1_500) },
  )
  expect(opened).toHaveBeenCalled()
  for (const [name] of opened.mock.calls) expect(name).toMatch(ownFile)
  expect((await send(`/asset?id=${id}`)).body).toBe('a hat')
})

test('survives hostile paths without leaving its folders', async () => {
  const { opened, send } = await start()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/asset/', '/asset/thumbnail/', '/Asset/Default.ashx/', '/game/tools/'),
      hostileText,
      async (path, below) => {
        const { status, body } = await send(`${path}${below}`)
        expect(status).toBeLessThan(500)
        expect(body).not.toContain(secret)
      },
    ),
    { numRuns: cases(150, 1_000) },
  )
  for (const [name] of opened.mock.calls) expect(name).toMatch(ownFile)
})
