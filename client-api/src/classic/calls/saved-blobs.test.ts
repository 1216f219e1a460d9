import { gzipSync } from 'node:zlib'
import { runScript } from '@baseplate/e2e/client/lua.ts'
import { openSigned } from '@baseplate/e2e/client/signature.ts'
import { leaveGame } from '@baseplate/platform/places/players/leave'
import { expect, test } from 'vitest'
import { type Body, startDataServer } from '../testing/data-server.ts'

const gzip = { 'Content-Encoding': 'gzip' }

/** Starts a server in which a player is. */
async function start() {
  const server = await startDataServer()
  const number = await server.enter(server.anna)
  const path = (call: string, of = number) =>
    `/Persistence/${call}.ashx?placeid=${server.place.id}&userid=${of}`
  const save = (body: Body, more: Parameters<typeof server.send>[1] = {}) =>
    server.send(path('SetBlob'), { body, ...more })
  const load = async (call = 'GetBlobUrl', { ticket } = server.place) => {
    const response = await server.ask(`${path(call)}&ticket=${ticket}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    return Buffer.from(await response.arrayBuffer())
  }
  return { ...server, number, path, save, load }
}

test('returns the bytes that were saved, and none before', async () => {
  const { save, load } = await start()
  expect(await load()).toEqual(Buffer.alloc(0))
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, n) => n))
  expect(await save(bytes)).toBe('200 ')
  expect(await load()).toEqual(bytes)
  expect(await load('GetBlob')).toEqual(bytes)
  await save('')
  expect(await load()).toEqual(Buffer.alloc(0))
})

test('decompresses what a server compresses, and refuses what is not compressed', async () => {
  const { save, load } = await start()
  expect(await save(gzipSync('<roblox/>'), { headers: gzip })).toBe('200 ')
  expect((await load()).toString()).toBe('<roblox/>')
  expect(await save('x', { headers: gzip })).toMatch(/^400 The file says it is compressed with gzip/)
  expect((await load()).toString()).toBe('<roblox/>')
})

test('refuses more bytes than a value has in base64, compressed or not', async () => {
  const { save, load } = await start()
  // 100,000 bytes of base64 and its quotes.
  const most = Buffer.alloc(74_997, 'a')
  const tooLarge = '413 The value is larger than 74,997 bytes'
  expect(await save(most)).toBe('200 ')
  expect(await load()).toEqual(most)
  expect(await save(Buffer.alloc(74_998))).toBe(tooLarge)
  expect(await save(gzipSync(Buffer.alloc(74_998)), { headers: gzip })).toBe(tooLarge)
  expect(await save(gzipSync(Buffer.alloc(50_000_000)), { headers: gzip })).toBe(tooLarge)
  expect(await load()).toEqual(most)
})

test('saves nothing for a player who is elsewhere or whom nobody knows', async () => {
  const { save, send, path, load, second } = await start()
  await save('first')
  expect(await save('other', { at: second })).toBe(
    '409 Another server has the data of this player: self-hosted',
  )
  expect(await send(path('SetBlob', 999_999_999), { body: 'x' })).toMatch(/^409 /)
  expect(await send(path('GetBlobUrl', 999_999_999))).toBe('200 ')
  for (const call of ['SetBlob', 'GetBlobUrl']) {
    const body = call === 'SetBlob' ? { body: 'x' } : {}
    expect(await send(`/Persistence/${call}.ashx?userid=-5`, body)).toBe(
      '400 The key is not the number of a player',
    )
  }
  expect((await load()).toString()).toBe('first')
})

test('refuses a foreign place and a server without a ticket', async () => {
  const { ask, path, send, place, foreign, number } = await start()
  const at = `?placeid=${foreign.id}&userid=${number}`
  expect(await send(`/Persistence/GetBlobUrl.ashx${at}`)).toBe('404 Place not found')
  expect(await send(`/Persistence/SetBlob.ashx${at}`, { body: 'x' })).toBe('404 Place not found')
  expect((await ask(path('GetBlobUrl'))).status).toBe(400)
  expect((await ask(path('SetBlob'), { method: 'POST', body: 'x' })).status).toBe(400)
  expect((await ask(`${path('GetBlob')}&ticket=${place.ticket}`)).status).toBe(200)
})

test('hands the data to the next server once the server before has saved it', async () => {
  const { platform, save, load, enter, anna, place, second, number } = await start()
  await load()
  await save('1')
  await leaveGame(platform, place.ticket, number)
  await enter(anna, second)
  // The hold is free, so this does not wait for the half minute in which the first server could save.
  const begun = performance.now()
  expect((await load('GetBlob', second)).toString()).toBe('1')
  expect(performance.now() - begun).toBeLessThan(5_000)
  expect(await save('late')).toMatch(/^409 /)
  expect(await save('2', { at: second })).toBe('200 ')
  expect(await save('late')).toMatch(/^412 /)
  expect((await load('GetBlob', second)).toString()).toBe('2')
})

test('a load waits until the server before has saved', async () => {
  const { platform, save, load, enter, anna, place, second, number } = await start()
  await load()
  await leaveGame(platform, place.ticket, number)
  await enter(anna, second)
  const loading = load('GetBlob', second)
  expect(await save('last')).toBe('200 ')
  expect((await loading).toString()).toBe('last')
})

test('refuses to read what a script has stored in another form', async () => {
  const { send, path, number } = await start()
  const set = `/persistence/set?key=classic&scope=player&target=${number}`
  for (const value of ['{}', '"a"', '"???"']) {
    await send(set, { body: new URLSearchParams({ value }) })
    expect(await send(path('GetBlobUrl')), value).toBe('409 The value is not text in base64')
  }
})

test.each([
  ['host', '/game/host?x=1'],
  ['placedata', '/Game/PlaceSpecificScript.ashx?PlaceId='],
])('the addresses of the script %s load and save', async (name, path) => {
  const { ask, publicKey, place, number } = await start()
  const asked = `${path}${name === 'placedata' ? place.id : ''}&ticket=${place.ticket}`
  const script = openSigned(await (await ask(asked)).text(), { publicKey })
  const running = await runScript(script)
  const addressOf = (setter: string) =>
    String(running.effects().find((effect) => effect.name === setter)?.values[0]).replace(
      '%d',
      String(number),
    )
  const [load, save] = [addressOf('SetLoadDataUrl'), addressOf('SetSaveDataUrl')]
  running.close()
  expect((await fetch(save, { method: 'POST', body: 'saved' })).status).toBe(200)
  expect(await (await fetch(load)).text()).toBe('saved')
})
