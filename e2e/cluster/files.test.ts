import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { resolve } from 'node:path'
import { day, minute } from '@baseplate/service/clock'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json, makePlace, type Place, upload } from '../support/game.ts'
import { bearerOf } from '../support/keys.ts'
import { give } from '../support/money.ts'
import { hasObjectStore, s3Environment } from '../support/object-store.ts'
import { type Person, register } from '../support/person.ts'
import { type Sites, startSites } from '../support/sites.ts'
import { withDatabase } from '../support/stock.ts'
import { ageUnused, countUnfinished, withFiles } from '../support/stored.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

/** Larger than files that sites keep in memory. */
const fileBytes = 700_000

describe.skipIf(!hasObjectStore)('files of two sites', () => {
  let proxy: TcpProxy
  let product: Sites
  let administrator: Person
  let maker: Person
  let place: Place
  let file: Buffer<ArrayBuffer>
  beforeAll(async () => {
    proxy = await startTcpProxy(s3Environment.AWS_ENDPOINT_URL_S3 ?? '')
    product = await startSites(2, {
      BASEPLATE_CONFIG: resolve(import.meta.dirname, '../support/no-rendering.config.ts'),
      AWS_ENDPOINT_URL_S3: proxy.baseUrl,
    })
    administrator = await register(product.baseUrl, 'Administrator')
    maker = await register(product.baseUrl, 'Maker')
    place = await makePlace(maker, 'A place')
    file = randomBytes(fileBytes)
    expect((await upload({ maker, place }, file)).status).toBe(200)
  })
  afterAll(async () => {
    expect(await product.stop()).toBe(0)
    await proxy.close()
  })

  const ask = async (address: string) => {
    const headers = { ...(await bearerOf(product, 'gameservers')), cookie: maker.cookie ?? '' }
    const response = await fetch(address, { headers })
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }
  const askEach = (path: string) => Promise.all(product.siteUrls.map((siteUrl) => ask(siteUrl + path)))
  /** Expects that each site serves the place's file. */
  const expectPlayed = async (expected: Buffer) => {
    for (const { status, bytes } of await askEach(`/game/${place.id}`))
      expect([status, bytes.equals(expected)]).toEqual([200, true])
  }

  test('are swept by one job, which the sites share', async () => {
    const sweeps = () =>
      withDatabase(product, (db) =>
        db.selectFrom('jobs').select('name').where('name', '=', 'sweep unfinished files').execute(),
      )
    await expect.poll(sweeps).toHaveLength(1)
  })

  test('are served by each site, whichever stored them', async () => {
    await expectPlayed(file)
    const background = { width: 585, height: 559, channels: 3, background: '#36a' } as const
    const picture = new Blob([new Uint8Array(await sharp({ create: background }).png().toBuffer())])
    const settings = `${place.path}/settings`
    expect((await maker.upload(`${settings}?/addthumbnail`, 'picture', picture)).status).toBe(200)
    await give(product, 'Maker', 20)
    const fields = { type: '11', name: 'Shirt', price: '0' }
    const created = await maker.upload('/develop/create', 'asset', picture, {}, fields)
    expect(created.status).toBe(302)
    const { assets } = await json<{ assets: { id: number; file: string }[] }>(
      await administrator.get('/admin/assets'),
    )
    for (const { id, file } of assets)
      expect((await administrator.post('/admin/assets?/approve', { id: String(id), file })).status).toBe(200)
    for (const path of [`/place/${place.id}/thumbnails/1.avif`, `/asset?id=${assets[0]?.id}`]) {
      const [one, other] = await askEach(path)
      expect([path, one?.status, other?.status]).toEqual([path, 200, 200])
      expect(one?.bytes.length).toBeGreaterThan(100)
      expect(other && one?.bytes.equals(other.bytes)).toBe(true)
    }
  })

  test('are refused with 503 and Retry-After while the storage cannot be reached, and none is lost', async () => {
    const replacement = randomBytes(fileBytes)
    proxy.cut()
    for (const answer of await askEach(`/game/${place.id}`))
      expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) })
    const refused = await upload({ maker, place }, replacement)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      503,
      expect.stringMatching(/^\d+$/),
    ])
    expect((await maker.get('/games')).status).toBe(200)
    expect((await maker.get(place.path)).status).toBe(200)
    proxy.mend()
    await expectPlayed(file)
    const { versions } = await json<{ versions: unknown[] }>(await maker.get(`${place.path}/settings`))
    expect(versions).toHaveLength(1)
    expect((await upload({ maker, place }, replacement)).status).toBe(200)
    file = replacement
    await expectPlayed(file)
  })

  test('survive uploads that die with their client or their site, whose remains are removed', async () => {
    const [, second] = product.sites
    // The outage may have left an unfinished upload.
    const left = await countUnfinished(product)
    const unfinished = async () => (await countUnfinished(product)) - left
    /** Begins an upload to a site. Resolves when its first bytes are sent and the storage has an unfinished file. */
    const begin = async (bytes: number) => {
      const half = request(`${second?.baseUrl}${place.path}/settings?/data`, {
        method: 'POST',
        headers: {
          cookie: maker.cookie,
          origin: product.baseUrl,
          'content-type': 'multipart/form-data; boundary=b',
        },
      })
      half.on('error', () => {})
      half.write('--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n')
      await new Promise((sent) => half.write(Buffer.alloc(bytes), sent))
      await expect.poll(unfinished).toBe(1)
      return half
    }
    // The storage gets the first part of an upload after 5 MB.
    for (const bytes of [1, 3_000_000, 12_000_000]) {
      const half = await begin(bytes)
      half.destroy()
      await expect.poll(unfinished).toBe(0)
    }
    await begin(12_000_000)
    await second?.kill()
    expect((await ask(`${product.sites[0].baseUrl}/game/${place.id}`)).bytes.equals(file)).toBe(true)
    await second?.start()
    await expectPlayed(file)
    const sweepAfter = async (ms: number) => {
      await withDatabase(product, (db) => ageUnused(db, ms))
      await withFiles(product, (files) => files.sweep())
      return countUnfinished(product)
    }
    expect(await sweepAfter(day - 10 * minute)).toBe(left + 1)
    expect(await sweepAfter(20 * minute)).toBe(0)
    await expectPlayed(file)
  })
})
