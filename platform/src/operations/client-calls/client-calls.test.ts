import { day, hour } from '@baseplate/service/clock'
import { describe, expect, test, vi } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createClientCalls } from './counts.ts'
import { unknownCall } from './rules.ts'
import { sweepClientCalls } from './sweep.ts'
import { exportClientCalls, viewClientCalls } from './view.ts'

describe.each(databases)('calls of clients on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const administrator = await registerPerson(platform, 'Administrator')
    const view = (input: Record<string, unknown> = {}) => viewClientCalls(platform, administrator, input)
    return { platform, administrator, view, other: createClientCalls(platform) }
  }

  test('sums up the requests of all sites and hours of the last day', async () => {
    const { platform, view, other } = await start()
    platform.clientCalls.add('/game/placevisit.ashx', 2)
    other.add('/game/placevisit.ashx', 16)
    other.addUnknown('/Game/Nothing.ashx', 1)
    await Promise.all([platform.clientCalls.write(), other.write()])
    platform.pass(hour)
    platform.clientCalls.add('/game/placevisit.ashx', 1)
    platform.clientCalls.addUnknown('/game/NOTHING.ashx', 3)
    await platform.clientCalls.write()
    const last = platform.now()
    expect(await view()).toEqual({
      calls: [
        { call: '/game/placevisit.ashx', answered: true, count: 19, last },
        { call: '/game/nothing.ashx', answered: false, count: 4, last },
      ],
      next: null,
    })
    platform.pass(day)
    expect((await view()).calls.map(({ count }) => count)).toEqual([3, 1])
    platform.pass(hour)
    expect((await view()).calls).toEqual([])
  })

  test('filters, sorts, pages and exports the list', async () => {
    const { platform, administrator, view } = await start()
    for (let index = 0; index < 51; index++) platform.clientCalls.add(`/call/${'x'.repeat(index + 1)}`, 60)
    platform.clientCalls.addUnknown('/Own/Call.ashx', 100)
    await platform.clientCalls.write()
    const first = await view()
    const rest = await view({ cursor: first.next })
    const calls = [...first.calls, ...rest.calls].map(({ call }) => call)
    expect([calls[0], calls.length, new Set(calls).size, rest.next]).toEqual(['/own/call.ashx', 52, 52, null])
    expect((await view({ answered: 'no' })).calls.map(({ call }) => call)).toEqual(['/own/call.ashx'])
    expect((await view({ q: 'OWN', answered: 'yes' })).calls).toEqual([])
    expect((await view({ sort: 'path' })).calls[0]?.call).toBe('/call/x')
    expect(await exportClientCalls(platform, administrator, { q: '/call/' })).toHaveLength(51)
    await expect(view({ cursor: 'x' })).rejects.toMatchObject({ reason: 'invalid' })
  })

  test('removes counts after two days', async () => {
    const { platform } = await start()
    platform.clientCalls.add('/x', 1)
    await platform.clientCalls.write()
    const left = () => platform.db.selectFrom('client_calls').selectAll().execute()
    platform.pass(2 * day)
    await sweepClientCalls(platform)
    expect(await left()).toHaveLength(1)
    platform.pass(hour)
    await sweepClientCalls(platform)
    expect(await left()).toEqual([])
  })
})

test('lets only administrators see the calls', async () => {
  const platform = await openTestPlatform('SQLite')
  const moderator = { ...(await registerPerson(platform, 'Moderator')), permissionLevel: 4 }
  const refused = { reason: 'forbidden' }
  await expect(viewClientCalls(platform, moderator, {})).rejects.toMatchObject(refused)
  await expect(exportClientCalls(platform, moderator, {})).rejects.toMatchObject(refused)
})

test('counts a hundred unknown paths in an hour, and all others as one', async () => {
  const platform = await openTestPlatform('SQLite')
  const administrator = await registerPerson(platform, 'Administrator')
  const word = (index: number) => String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))
  for (let index = 0; index < 150; index++) {
    platform.clientCalls.addUnknown(`/${word(index)}.ashx`, 1)
    await platform.clientCalls.write()
  }
  const calls = await exportClientCalls(platform, administrator, {})
  expect(calls).toHaveLength(101)
  expect(calls[0]).toMatchObject({ call: '…', count: 50 })
  platform.pass(hour)
  await platform.clientCalls.write()
  platform.clientCalls.addUnknown('/zz.ashx', 1)
  await platform.clientCalls.write()
  expect(await exportClientCalls(platform, administrator, { q: 'zz' })).toHaveLength(1)
})

test('keeps counts while the database cannot take them', async () => {
  const platform = await openTestPlatform('SQLite')
  const administrator = await registerPerson(platform, 'Administrator')
  platform.clientCalls.add('/x', 1)
  vi.spyOn(platform.db, 'insertInto').mockImplementationOnce(() => {
    throw new Error('the database is away')
  })
  const writing = platform.clientCalls.write()
  platform.clientCalls.add('/x', 2)
  await expect(writing).rejects.toThrow('away')
  await platform.clientCalls.write()
  expect(await exportClientCalls(platform, administrator, {})).toMatchObject([{ call: '/x', count: 3 }])
})

test.each([
  ['/Game/Badge/Nothing.ashx', '/game/badge/nothing.ashx'],
  ['//Users//12345/Own/', '/users/…/own'],
  ['/v1.1/GetAllowedMD5Hashes', '/v1.1/getallowedmd5hashes'],
  ['/user/0b1fa2c4-11aa-4c4d-9a55-0d0e0f0a0b0c', '/user/…'],
  ['/game/bot9s0wb2r2arx6plw09lkfp', '/game/…'],
  ['/a/b/c/d/e/f/g/h', '/a/b/c/d/e/f/…'],
  ['/Ümläut/%20', '/…/…'],
  ['/', '/'],
  [
    `/${'ab'.repeat(20)}/${'cd'.repeat(20)}/${'ef'.repeat(20)}`,
    `/${'ab'.repeat(20)}/${'cd'.repeat(20)}/${'ef'.repeat(8)}…`,
  ],
])('shows the unknown path %s as %s', (path, shown) => expect(unknownCall(path)).toBe(shown))
