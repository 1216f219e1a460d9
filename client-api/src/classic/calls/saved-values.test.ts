import { expect, test } from 'vitest'
import { startDataServer } from '../testing/data-server.ts'

/** Starts a server with short forms of its calls. */
async function start() {
  const server = await startDataServer()
  const query = (target: string, more = '', store = 'Coins') =>
    `?placeId=${server.place.id}&key=${store}&scope=&target=${target}${more}`
  const set = (target: string, value: string, type = 'standard') =>
    server.send(`/persistence/set${query(target, `&type=${type}&valueLength=${value.length}`)}`, {
      body: new URLSearchParams({ value }),
    })
  const increment = (target: string, value: string) =>
    server.send(`/persistence/increment${query(target, `&type=standard&value=${value}`)}`, { body: '' })
  const read = (...targets: string[]) =>
    server.send(`/persistence/getV2?placeId=${server.place.id}&type=standard`, {
      body: targets
        .map((target, n) => `&qkeys[${n}].scope=global&qkeys[${n}].target=${target}&qkeys[${n}].key=Coins`)
        .join(''),
    })
  const sorted = (more: string) =>
    server.send(`/Persistence/GetSortedValues${query('', `&type=sorted${more}`)}`, { body: '' })
  return { ...server, query, set, increment, read, sorted }
}

test('keeps a value with its own digits, and leaves out keys without one', async () => {
  const { set, read } = await start()
  expect(await set('a', '{"x": 1.50}')).toBe('200 {"data":{"x": 1.50}}')
  expect(await set('b', '1.50')).toBe('200 {"data":1.50}')
  expect(await read('b', 'none', 'a')).toBe(
    '200 {"data":[{"Value":"1.50","Scope":"global","Key":"Coins","Target":"b"},' +
      '{"Value":"{\\"x\\": 1.50}","Scope":"global","Key":"Coins","Target":"a"}]}',
  )
})

test('repeats the scope of each key as it was sent', async () => {
  const { set, send } = await start()
  await set('a', '"Ü&+ %"')
  const body = 'qkeys%5B3%5D.key=Coins&QKeys[3].Target=a&qkeys[3].scope='
  expect(await send('/Persistence/GetV2', { body })).toBe(
    '200 {"data":[{"Value":"\\"Ü&+ %\\"","Scope":"","Key":"Coins","Target":"a"}]}',
  )
})

test('null removes a value, even one that is not there', async () => {
  const { set, read } = await start()
  await set('a', '5')
  expect(await set('a', 'null')).toBe('200 {"data":null}')
  expect(await read('a')).toBe('200 {"data":[]}')
  expect(await set('a', 'null')).toBe('200 {"data":null}')
})

test('increments from zero, and only whole numbers', async () => {
  const { set, increment } = await start()
  expect(await increment('a', '5')).toBe('200 {"data":5}')
  expect(await increment('a', '-7')).toBe('200 {"data":-2}')
  expect(await increment('a', '1.5')).toBe('400 Send a whole number to add')
  await set('b', '"text"')
  expect(await increment('b', '1')).toBe('409 The value is not a whole number that stays exact')
})

test('lists sorted values by page in both directions', async () => {
  const { set, sorted } = await start()
  for (const [target, value] of ['30', '10', '20', '20'].entries()) await set(`t${target}`, value, 'sorted')
  expect(await sorted('&pageSize=3&ascending=True')).toBe(
    '200 {"data":{"Entries":[{"Target":"t1","Value":10},{"Target":"t2","Value":20},{"Target":"t3","Value":20}],"ExclusiveStartKey":"20:t3"}}',
  )
  expect(await sorted('&pageSize=3&ascending=True&exclusiveStartKey=20%3At3')).toBe(
    '200 {"data":{"Entries":[{"Target":"t0","Value":30}],"ExclusiveStartKey":null}}',
  )
  expect(await sorted('&pageSize=100&ascending=False&inclusiveMinValue=20&exclusiveMaxValue=30')).toBe(
    '200 {"data":{"Entries":[{"Target":"t3","Value":20},{"Target":"t2","Value":20}],"ExclusiveStartKey":null}}',
  )
})

test.each(['pageSize=0', 'pageSize=101', 'pageSize=x', 'inclusiveMinValue=1.5', 'exclusiveMaxValue=x'])(
  'refuses a sorted list with %s',
  async (query) => {
    const { sorted } = await start()
    expect(await sorted(`&ascending=True&${query}`)).toBe('400 Invalid Request')
  },
)

test('refuses a sorted value that is no whole number, and stores nothing', async () => {
  const { set, read } = await start()
  expect(await set('a', '1.5', 'sorted')).toBe('409 The value is not a whole number that stays exact')
  expect(await set('a', '1', 'other')).toBe('400 Invalid Request')
  expect(await read('a')).toBe('200 {"data":[]}')
})

test('refuses broken forms, and stores nothing', async () => {
  const { send, query, read } = await start()
  const rows: [body: string, expected: string][] = [
    ['', '400 Invalid Request'],
    ['value=%zz', '400 Invalid Request'],
    ['value=%ff', '400 Invalid Request'],
    ['value=hello', '400 The value is not JSON'],
  ]
  for (const [body, expected] of rows)
    expect(await send(`/persistence/set${query('a')}`, { body }), body).toBe(expected)
  const names = '400 Use 1 to 50 characters for a store, a scope and a key, and no control characters'
  expect(await send('/persistence/getV2', { body: 'qkeys[0].key=Coins' })).toBe(names)
  const many = Array.from({ length: 101 }, (_, n) => `qkeys[${n}].key=k&qkeys[${n}].target=t`).join('&')
  expect(await send('/persistence/getV2', { body: many })).toBe('400 Invalid Request')
  expect(await read('a')).toBe('200 {"data":[]}')
})

test('refuses a value above the limit, however it is encoded', async () => {
  const { set, read } = await start()
  expect(await set('a', `"${'a'.repeat(99_998)}"`)).toMatch(/^200 /)
  expect(await set('b', `"${'a'.repeat(99_999)}"`)).toBe('413 The value is larger than 100,000 bytes')
  expect(await set('b', `"${'"'.repeat(200_000)}"`)).toBe('413 The value is larger than 100,000 bytes')
  expect(await read('b')).toBe('200 {"data":[]}')
})

test('refuses to read more at once than fits into memory', async () => {
  const { set, read } = await start()
  await set('a', `"${'a'.repeat(99_998)}"`)
  expect(await read(...Array.from({ length: 42 }, () => 'a'))).toBe(
    '413 The values are larger than 4,194,304 bytes together',
  )
})

test('refuses a server that has used up its budget', async () => {
  const { increment } = await start()
  for (let n = 0; n < 60; n++) expect(await increment(`t${n % 2}`, '1')).toMatch(/^200 /)
  expect(await increment('a', '1')).toBe('429 The server has used up its budget. Try again later')
})

test('counts each key of a read towards the budget', async () => {
  const { read } = await start()
  const keys = (count: number) => Array.from({ length: count }, (_, n) => `t${n}`)
  expect(await read(...keys(60))).toBe('200 {"data":[]}')
  expect(await read('a')).toBe('429 The server has used up its budget. Try again later')
})

test('serves the places of a world alike, and no other place', async () => {
  const { set, send, second, foreign, place } = await start()
  await set('a', '5')
  const body = 'qkeys[0].key=Coins&qkeys[0].target=a&qkeys[0].scope=global'
  const value = '200 {"data":[{"Value":"5","Scope":"global","Key":"Coins","Target":"a"}]}'
  for (const id of [place.id, second.id, 0, ''])
    expect(await send(`/persistence/getV2?placeId=${id}`, { body, at: second })).toBe(value)
  expect(await send(`/persistence/getV2?placeId=${foreign.id}`, { body })).toBe('404 Place not found')
  expect(await send('/persistence/getV2?placeId=x', { body })).toBe('404 Place not found')
  expect(await send(`/persistence/getV2?placeId=${place.id}`, { body, at: foreign })).toBe(
    '404 Place not found',
  )
  const query = `?placeId=${foreign.id}&key=Coins&target=a`
  expect(await send(`/persistence/set${query}`, { body: 'value=1' })).toBe('404 Place not found')
  expect(await send(`/persistence/increment${query}&value=1`, { body })).toBe('404 Place not found')
})

test('takes the ticket in the header of newer servers, and refuses calls without one', async () => {
  const { ask, set, place } = await start()
  await set('a', '5')
  const read = async (headers: Record<string, string>) => {
    const body = 'qkeys[0].key=Coins&qkeys[0].target=a&qkeys[0].scope=global'
    const response = await ask(`/persistence/getV2?placeId=${place.id}`, { method: 'POST', headers, body })
    return `${response.status} ${await response.text()}`
  }
  expect(await read({ AccessKey: place.ticket })).toContain('"Value":"5"')
  expect(await read({})).toBe('400 Invalid Request')
  expect(await read({ AccessKey: 'x'.repeat(32) })).toBe('400 Invalid Server ticket')
})

test('a place without services has no data, and saves none', async () => {
  const { ask, send, plain: at } = await start()
  const off = '403 The services of the platform are off for this game'
  const body = 'qkeys[0].key=Coins&qkeys[0].target=a'
  expect(await send('/persistence/getV2', { at, body })).toBe('200 {"data":[]}')
  const withoutTicket = await ask(`/persistence/getV2?placeId=${at.id}`, { method: 'POST', body })
  expect(await withoutTicket.text()).toBe('{"data":[]}')
  expect(await send('/persistence/getSortedValues?key=Coins', { at, body: '' })).toBe(
    '200 {"data":{"Entries":[],"ExclusiveStartKey":null}}',
  )
  expect(await send('/persistence/set?key=Coins&target=a', { at, body: 'value=1' })).toBe(off)
  expect(await send('/persistence/increment?key=Coins&target=a&value=1', { at, body })).toBe(off)
  expect(await send('/Persistence/GetBlobUrl.ashx?userid=1', { at })).toBe('200 ')
  expect(await send('/Persistence/SetBlob.ashx?userid=1', { at, body: 'x' })).toBe(off)
})

test('keeps the data of a player for the server in which the player is', async () => {
  const { send, enter, anna, second } = await start()
  const number = await enter(anna)
  const set = `/persistence/set?key=Coins&scope=player&target=${number}`
  expect(await send(set, { body: 'value=1' })).toBe('200 {"data":1}')
  expect(await send(set, { body: 'value=2', at: second })).toBe(
    '409 Another server has the data of this player: self-hosted',
  )
  expect(await send('/persistence/set?key=Coins&scope=player&target=x', { body: 'value=1' })).toBe(
    '400 The key is not the number of a player',
  )
})
