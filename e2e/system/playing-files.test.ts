import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invalidFields, refusalWith } from '../support/answers.ts'
import { embedded } from '../support/databases.ts'
import { type Game, json, makePlace, startGame, upload } from '../support/game.ts'
import { bearerOf } from '../support/keys.ts'
import { countUnfinished, readStored } from '../support/stored.ts'

/** Returns bytes that are no text in any encoding, and that contain line ends, header ends and parts of forms. */
const binary = () =>
  Buffer.concat([
    Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x00]),
    Buffer.from('\r\n--\r\n\r\n'),
    randomBytes(6_000_000),
  ])

const placeFile = binary()

describe.each(embedded)('place files on %s', (kind) => {
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
  const unfinished = () => countUnfinished(game.product)

  test('serves a place file byte for byte, whole, in ranges, and only when it changed', async () => {
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
    // The request line holds the whole address, as through a proxy.
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

  test('answers 404 for a missing or invalid place, and for one without a file', async () => {
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

  test('lets only managers replace a place’s file, and retains the old one when an upload is refused', async () => {
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
    expect([none.status, await none.json()]).toEqual([400, invalidFields({ file: 'Choose a file' })])
    expect((await read()).bytes.equals(placeFile)).toBe(true)
    expect(await unfinished()).toBe(0)
  })

  test('explains the limit of 100 MB, and retains only the old file', async () => {
    const refused = await upload(game, Buffer.alloc(100_000_001))
    expect([refused.status, await refused.json()]).toEqual([
      400,
      invalidFields({ file: 'File must be less than 100MB in size' }),
    ])
    expect((await read()).bytes.equals(placeFile)).toBe(true)
    expect(await unfinished()).toBe(0)
  })

  test('retains only the old file when an upload breaks off', async () => {
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
    await expect.poll(unfinished).toBe(1)
    broken.destroy()
    await expect.poll(unfinished).toBe(0)
    expect((await read()).bytes.equals(placeFile)).toBe(true)
  })

  test('refuses a form that is cut short inside a file, and keeps serving', async () => {
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
      expect(await cut.json()).toEqual(refusalWith('The form could not be read'))
    }
    expect(await unfinished()).toBe(0)
    expect((await read()).bytes.equals(placeFile)).toBe(true)
  })

  test('stores one of three simultaneous uploads whole, with its own metadata', async () => {
    const files = [binary(), binary(), binary()]
    const uploads = await Promise.all(files.map((file) => upload(game, file)))
    expect(uploads.map(({ status }) => status)).toEqual([200, 200, 200])
    const { bytes } = await read()
    expect(files.filter((file) => file.equals(bytes))).toHaveLength(1)
    const stored = await readStored(game.product, `places/${game.place.id}`)
    expect(stored.equals(bytes)).toBe(true)
    const { data } = await json<{ data: { sha256: string } }>(
      await game.maker.get(`${game.place.path}/settings`),
    )
    expect(data.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test('serves readers the old or the new file, never a mixture', async () => {
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
