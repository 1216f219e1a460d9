import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openSigned } from '@baseplate/e2e/client/signature.ts'
import { replaceAssetFile } from '@baseplate/platform/assets/files/replace-asset-file'
import { storeAsset } from '@baseplate/platform/assets/files/store-asset'
import type { Visibility } from '@baseplate/platform/assets/rules'
import { assetType } from '@baseplate/platform/assets/types'
import type { ConfigInput } from '@baseplate/platform/config/schema'
import { assetSubject, renderPriority } from '@baseplate/platform/rendering/rules'
import { storePictures } from '@baseplate/platform/rendering/store-pictures'
import { registerPerson } from '@baseplate/platform/testing/people'
import { startWebServer } from '@baseplate/platform/testing/web-server'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startClientApi } from '../testing/client-api.ts'

const md5 = (bytes: string | Uint8Array) => createHash('md5').update(bytes).digest('hex')

async function start(config: ConfigInput = {}) {
  const api = await startClientApi(config)
  const { platform, ask } = api
  const creator = await registerPerson(platform, 'Creator')
  const store = async (bytes: string | Uint8Array) => {
    const input = { type: assetType.hat, name: 'A hat' }
    const { id } = await storeAsset(platform, { ...creator, permissionLevel: 1 }, input, [Buffer.from(bytes)])
    return id
  }
  const show = async (id: number, visibility: Visibility) => {
    await platform.db.updateTable('assets').set({ visibility }).where('id', '=', id).execute()
  }
  const put = async (name: string, content: string | Uint8Array) => {
    const file = join(platform.config.dataDirectory, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  const read = async (path: string | number, init?: RequestInit) => {
    const response = await ask(typeof path === 'number' ? `/asset?id=${path}` : path, init)
    return { response, status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return { ...api, store, show, put, read }
}

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(4_000)])

test('serves an asset with its headers, on every path, in any letter case, to GET and POST', async () => {
  const { read, store } = await start()
  const id = await store(png)
  for (const path of ['/asset', '/Asset', '/Asset/', '/Asset/Default.ashx', '/ASSET/DEFAULT.ASHX']) {
    for (const method of ['GET', 'POST']) {
      const { response, status, bytes } = await read(`${path}?id=${id}`, { method, redirect: 'error' })
      expect([path, method, status]).toEqual([path, method, 200])
      expect(bytes.equals(png)).toBe(true)
      expect(response.headers.get('content-type')).toBe('binary/octet-stream')
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${md5(png)}"`)
      expect(response.headers.get('content-length')).toBe(String(png.length))
    }
  }
  expect((await read(`/asset/?ID=${id}&version=1`)).bytes.equals(png)).toBe(true)
})

test('refuses a missing or malformed id with 400, and an unknown id with 404', async () => {
  const { read } = await start()
  for (const query of [
    '',
    '?',
    '?id',
    '?id=',
    '?id=x',
    '?id=-1',
    '?id=1.5',
    '?id=1e3',
    '?id=0x10',
    '?id=1%00',
  ]) {
    const { status, bytes, response } = await read(`/asset${query}`)
    expect([query, status, bytes.toString()]).toEqual([query, 400, 'Invalid Request'])
    expect(response.headers.get('content-type')).toBe('text/plain')
  }
  for (const id of ['0', '1', '123456789', '4294967296', '9007199254740993', '9'.repeat(400)]) {
    const { status, bytes, response } = await read(`/asset?id=${id}`)
    expect([id, status, bytes.toString()]).toEqual([id, 404, 'Asset not found'])
    expect(response.headers.get('cache-control')).toBe('no-cache')
  }
})

test.each([
  ['plain', '<roblox><url>http://www.roblox.com/asset/?id=1818</url></roblox>'],
  ['with a byte order mark', '\ufeff<roblox><url>http://www.roblox.com/asset/?id=1818</url></roblox>'],
  [
    'with an XML declaration',
    '<?xml version="1.0"?>\n<roblox>www.roblox.com/asset?id=1 http://roblox.com/assets/1 äöü</roblox>',
  ],
])('rewrites references to the original hosts in XML: %s', async (_, xml) => {
  const { baseUrl, read, store } = await start()
  const { bytes, response } = await read(await store(xml))
  const expected = xml.replace(/(http:\/\/)?www\.roblox\.com\/asset/g, `${baseUrl}/asset`)
  expect(bytes.toString()).toBe(expected)
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${md5(expected)}"`)
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(expected)))
})

test.each([
  ['a binary place', Buffer.from('<roblox!\x89\xff\r\n\x1a\n http://www.roblox.com/asset/?id=1', 'latin1')],
  ['a mesh', Buffer.from('version 1.00\n1\n http://www.roblox.com/asset/?id=1')],
  ['a picture', Buffer.concat([png, Buffer.from('http://www.roblox.com/asset/?id=1')])],
])('serves %s byte for byte', async (_, file) => {
  const { read, store } = await start()
  expect((await read(await store(file))).bytes.equals(file)).toBe(true)
})

test('rewrites only references to the configured hosts', async () => {
  const { baseUrl, read, store } = await start({ AssetCloud: { Hosts: ['assets.example'] } })
  const id = await store('<a>http://assets.example/asset http://www.roblox.com/asset</a>')
  expect((await read(id)).bytes.toString()).toBe(`<a>${baseUrl}/asset http://www.roblox.com/asset</a>`)
})

test('refuses a moderated asset at once, and lets caches keep only an approved one', async () => {
  const { read, store, show } = await start()
  const id = await store(png)
  const policyOf = async () => (await read(id)).response.headers.get('cache-control')
  expect(await policyOf()).toBe('no-cache')
  await show(id, 'Visible')
  expect(await policyOf()).toBe('public, max-age=300')
  await show(id, 'Moderated')
  const { status, bytes } = await read(id)
  expect([status, bytes.toString()]).toEqual([404, 'Asset not found'])
})

test('signs script assets of the operator with their id, and nothing else', async () => {
  const { publicKey, read, put } = await start()
  const script = 'print("www.roblox.com/asset")\n'
  await put('privileged/37801172.lua', script)
  await put('privileged/1014.lua', `-- ${'long'.repeat(100_000)}`)
  await put('privileged/1015', script)
  for (let time = 0; time < 2; time++) {
    const { status, bytes, response } = await read(37_801_172)
    expect(status).toBe(200)
    expect(bytes.toString()).toMatch(/^--rbxsig%[^%]+%--rbxassetid%37801172%\n/)
    expect(openSigned(bytes.toString(), { publicKey })).toContain(script)
    expect(response.headers.get('content-type')).toBe('binary/octet-stream')
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${md5(bytes)}"`)
    expect((await read(1014)).bytes.toString()).toMatch(/^--rbxsig%[^%]+%--rbxassetid%1014%\n-- long/)
  }
  expect((await read(1015)).bytes.toString()).toBe(script)
  await put('privileged/37801172.lua', 'print("newer")')
  expect((await read(37_801_172)).bytes.toString()).toContain('newer')
})

test.each([4_000, 2_000_000])('serves ranges, validators and HEAD of a file of %i bytes', async (size) => {
  const { platform, read, store } = await start()
  const file = randomBytes(size)
  const id = await store(file)
  const path = `/asset?id=${id}`
  const etag = (await read(path)).response.headers.get('etag') ?? ''
  expect(etag).toBe(`"${md5(file)}"`)
  const part = await read(path, { headers: { Range: 'bytes=100-199' } })
  expect([part.status, part.bytes.equals(file.subarray(100, 200))]).toEqual([206, true])
  expect(part.response.headers.get('content-range')).toBe(`bytes 100-199/${size}`)
  expect((await read(path, { headers: { Range: `bytes=${size}-` } })).status).toBe(416)
  const known = await read(path, { headers: { 'If-None-Match': etag } })
  expect([known.status, known.bytes.length]).toEqual([304, 0])
  expect(known.response.headers.get('cache-control')).toBe('no-cache')
  const head = await read(path, { method: 'HEAD' })
  expect([head.status, head.bytes.length]).toEqual([200, 0])
  expect(head.response.headers.get('content-length')).toBe(String(size))
  expect(head.response.headers.get('content-disposition')).toContain(md5(file))
  await replaceAssetFile(platform, id, [Buffer.from('another')])
  const changed = await read(path, { headers: { 'If-None-Match': etag } })
  expect([changed.status, changed.bytes.toString()]).toEqual([200, 'another'])
})

test('reports failures of the asset cloud as 502 or 504 in plain text', async () => {
  const cloud = await startWebServer((request, response) => {
    if (request.url === '/1') response.writeHead(500).end()
    if (request.url === '/2') response.writeHead(404).end()
  })
  const { read } = await start({ AssetCloud: { URL: cloud.url, TimeoutSeconds: 2 } })
  const responses = await Promise.all([1, 2, 3].map((id) => read(id)))
  expect(responses.map(({ status, bytes }) => [status, bytes.toString()])).toEqual([
    [502, 'The asset cloud answered 500'],
    [404, 'Asset not found'],
    [504, 'The asset cloud did not answer in time'],
  ])
  for (const { response } of responses) {
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(response.headers.get('cache-control')).toBe('no-cache')
  }
})

test('serves a constant script state', async () => {
  const { read } = await start()
  for (const path of ['/asset/getscriptstate', '/Asset/GetScriptState.ashx', '/asset/GETSCRIPTSTATE?x=1']) {
    for (const method of ['GET', 'POST']) {
      const { status, bytes, response } = await read(path, { method })
      expect([status, bytes.toString()]).toEqual([200, '0 0 1 0'])
      expect(response.headers.get('content-type')).toBe('text/plain')
    }
  }
})

test('serves the thumbnail of an approved asset, and a placeholder for other assets', async () => {
  const { platform, read, store, show } = await start()
  const id = await store(png)
  const placeholder = await read(`/asset/thumbnail/${id}`)
  expect(placeholder.response.headers.get('content-type')).toBe('image/png')
  expect(placeholder.bytes.subarray(1, 4).toString()).toBe('PNG')
  await platform.files.write(`thumbnails/${id}`, [Buffer.from(png)], png.length)
  await show(id, 'Visible')
  expect((await read(`/asset/thumbnail/${id}`)).bytes.equals(png)).toBe(true)
  expect((await read('/asset/thumbnail/123456780')).status).toBe(404)
  expect((await read(`/asset/thumbnail/${'9'.repeat(30)}`)).status).toBe(404)
})

test('lets browsers cache a small thumbnail permanently under its name, until the asset is hidden', async () => {
  const { platform, read, store, show } = await start()
  const id = await store(png)
  await show(id, 'Visible')
  const small = `/asset/thumbnail/${id}.webp`
  expect((await read(small)).response.headers.get('content-type'), 'the placeholder').toBe('image/png')
  const { db, renders } = platform
  await renders.request(db, assetSubject(id), renderPriority.thumbnail)
  const { render_id: renderId } = await db
    .selectFrom('renders')
    .select('render_id')
    .where('subject', '=', assetSubject(id))
    .executeTakeFirstOrThrow()
  const background = '#c04030'
  const thumbnail = await sharp({ create: { width: 352, height: 352, channels: 4, background } })
    .png()
    .toBuffer()
  await storePictures(platform, { subject: assetSubject(id), renderId }, { thumbnail })
  const { thumbnail: name } = await db.selectFrom('assets').select('thumbnail').executeTakeFirstOrThrow()
  const { response, bytes } = await read(`${small}?v=${name}`)
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 352, height: 352 })
  expect((await read(`${small}?v=0`)).response.headers.get('cache-control')).toBe('private, no-cache')
  await show(id, 'Moderated')
  expect((await read(`${small}?v=${name}`)).response.headers.get('content-type')).toBe('image/png')
  expect((await read(`/asset/thumbnail/${'9'.repeat(30)}.webp`)).status).toBe(404)
  expect((await read('/asset/thumbnail/123456780.webp')).status).toBe(404)
})
