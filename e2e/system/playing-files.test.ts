import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join as joinPath } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { type Game, json, makePlace, startGame, upload } from '../support/game.ts'
import { bearerOf } from '../support/keys.ts'

/** No text in any encoding, and with what ends lines, headers and parts of a form. */
const binary = () =>
  Buffer.concat([
    Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x00]),
    Buffer.from('\r\n--\r\n\r\n'),
    randomBytes(6_000_000),
  ])

const placeFile = binary()

describe.each(databases)('place files on %s', (kind) => {
  let game: Game
  let address: string
  let access: { Authorization: string }

  beforeAll(async () => {
    game = await startGame(kind)
    address = `${game.product.baseUrl}/game/${game.place.id}`
    access = await bearerOf(game.product, 'gameservers')
    const stored = await upload(game, placeFile)
    expect([stored.status, await stored.json()]).toEqual([
      200,
      { message: 'Place data updated successfully!' },
    ])
  })
  afterAll(async () => {
    expect(await game.stop()).toEqual({ code: 0, leaked: [] })
  })

  const read = async (headers: Record<string, string> = {}, from = address, method = 'GET') => {
    const response = await fetch(from, { headers: { ...access, ...headers }, method })
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }
  const incoming = () => readdir(joinPath(game.product.dataDirectory, 'incoming'))

  test('a place file comes back byte for byte, in whole and in part, and only when it is new', async () => {
    for (const from of [address, address.replace('/game/', '/GAME/')]) {
      const whole = await read({}, from)
      expect([whole.status, whole.bytes.equals(placeFile)]).toEqual([200, true])
    }
    const { headers } = await read({}, address, 'HEAD')
    expect(headers.get('content-length')).toBe(String(placeFile.length))
    const part = await read({ Range: 'bytes=3-1000002' })
    expect([part.status, part.bytes.equals(placeFile.subarray(3, 1_000_003))]).toEqual([206, true])
    expect(part.headers.get('content-range')).toBe(`bytes 3-1000002/${placeFile.length}`)
    const known = await read({ 'If-None-Match': headers.get('etag') ?? '' })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
    const { hostname, port } = new URL(address)
    // As through a proxy: the whole address stands in the request.
    for (const path of [address, `${game.product.baseUrl}/login`]) {
      const asked = request({ hostname, port, path, method: 'HEAD', headers: { ...access } })
      const [answer] = (await once(asked.end(), 'response')) as [IncomingMessage]
      expect([path, answer.statusCode]).toEqual([path, 200])
    }
    const { data } = await json<{ data: { size: number; sha256: string } }>(
      await game.maker.get(`${game.place.path}/settings`),
    )
    const sha256 = createHash('sha256').update(placeFile).digest('hex')
    expect(data).toMatchObject({ size: placeFile.length, sha256 })
  })

  test('a place without a file, one that is not there and what cannot be one are 404', async () => {
    const empty = await makePlace(game.maker, 'Empty')
    expect(await game.askWithKey(`/game/${empty.id}`)).toEqual({ status: 404, text: 'File not found' })
    expect(await game.askWithKey(`/game/${empty.id}/serve`)).toEqual({ status: 404, text: 'File not found' })
    const ids = ['0', '1', '0123456789', `0${game.place.id}`, '999999999', '1000000000', '9'.repeat(400)]
    for (const id of ids) {
      const missing = { status: 404, text: 'Place not found' }
      expect([id, await game.askWithKey(`/game/${id}`)]).toEqual([id, missing])
      expect([id, await game.askWithKey(`/game/${id}/serve`)]).toEqual([id, missing])
    }
    for (const id of ['-1', '1.5', '1e8', '0x10', '%31x', '%', '%ff', 'x'.repeat(5_000)]) {
      expect([id, await game.askWithKey(`/game/${id}`)]).toEqual([id, { status: 404, text: 'Not found' }])
    }
  })

  test('only who manages the place replaces its file; whatever is refused leaves the old one', async () => {
    const theirs = await upload({ maker: game.player, place: game.place }, Buffer.from('theirs'))
    expect(theirs.status).toBe(403)
    const nobody = await fetch(`${game.product.baseUrl}${game.place.path}/settings?/data`, {
      method: 'POST',
      body: new FormData(),
      redirect: 'manual',
      headers: { accept: 'application/json' },
    })
    expect([nobody.status, nobody.headers.get('location')]).toEqual([302, '/login'])
    const none = await game.maker.post(`${game.place.path}/settings?/data`, { file: 'text' })
    expect([none.status, await none.json()]).toEqual([400, { errors: { file: 'Choose a file' } }])
    expect((await read()).bytes.equals(placeFile)).toBe(true)
    expect(await incoming()).toEqual([])
  })

  test('more than 100 MB is refused in words, and leaves the old file and nothing else', async () => {
    const refused = await upload(game, Buffer.alloc(100_000_001))
    const errors = { file: 'File must be less than 100MB in size' }
    expect([refused.status, await refused.json()]).toEqual([400, { errors }])
    expect((await read()).bytes.equals(placeFile)).toBe(true)
    expect(await incoming()).toEqual([])
  })

  test('an upload that breaks off leaves the old file and nothing else', async () => {
    const { product, maker, place } = game
    const broken = request(`${product.baseUrl}${place.path}/settings?/data`, {
      method: 'POST',
      headers: {
        cookie: maker.cookie,
        accept: 'application/json',
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 2_000_000,
      },
    })
    broken.on('error', () => {})
    broken.write('--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n')
    broken.write(Buffer.alloc(1_000_000))
    await expect.poll(incoming).toHaveLength(1)
    broken.destroy()
    await expect.poll(incoming).toEqual([])
    expect((await read()).bytes.equals(placeFile)).toBe(true)
  })

  test('a form that is cut short inside a file is refused, to anybody, and the product goes on', async () => {
    const { product, maker, place } = game
    const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nhalf'
    const headers = { accept: '*/*', 'content-type': 'multipart/form-data; boundary=b' }
    for (const [path, cookie] of [
      ['/login', ''],
      [`${place.path}/settings?/view`, maker.cookie ?? ''],
      [`${place.path}/settings?/data`, maker.cookie ?? ''],
    ] as const) {
      const cut = await fetch(`${product.baseUrl}${path}`, {
        method: 'POST',
        body,
        headers: { ...headers, cookie },
      })
      expect([path, cut.status]).toEqual([path, 400])
      expect(await cut.json()).toEqual({ message: 'The form could not be read' })
    }
    expect(await incoming()).toEqual([])
    expect((await read()).bytes.equals(placeFile)).toBe(true)
  })

  test('of two uploads at the same moment, one is there whole, and what is said of it is of that one', async () => {
    const files = [binary(), binary(), binary()]
    const uploads = await Promise.all(files.map((file) => upload(game, file)))
    expect(uploads.map(({ status }) => status)).toEqual([200, 200, 200])
    const { bytes } = await read()
    expect(files.filter((file) => file.equals(bytes))).toHaveLength(1)
    const onDisk = await readFile(joinPath(game.product.dataDirectory, 'places', String(game.place.id)))
    expect(onDisk.equals(bytes)).toBe(true)
    const { data } = await json<{ data: { sha256: string } }>(
      await game.maker.get(`${game.place.path}/settings`),
    )
    expect(data.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test('readers get the one file or the other, never some of both', async () => {
    const [first, second] = [binary(), binary()]
    await upload(game, first)
    let replaced = false
    const replacing = upload(game, second).then(() => {
      replaced = true
    })
    const seen = new Set<string>()
    while (!replaced) {
      const { bytes } = await read()
      seen.add(bytes.equals(first) ? 'first' : bytes.equals(second) ? 'second' : 'neither')
    }
    await replacing
    expect([...seen].sort().join()).toMatch(/^first(,second)?$/)
    expect((await read()).bytes.equals(second)).toBe(true)
  })
})
