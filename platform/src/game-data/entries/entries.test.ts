import { day, hour, minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { dataOf, entry, startDataGame } from '../../testing/data-game.ts'
import { databases } from '../../testing/platforms.ts'
import { requireDataProgram } from '../caller.ts'
import { sweepGameData } from '../sweep.ts'
import { chooseKind } from './choose-kind.ts'
import { listVersions } from './list.ts'

const gold = entry('gold')

describe.each(databases)('entries of games on %s', (kind) => {
  test('a value is read as it was sent', async () => {
    const { servers } = await startDataGame(kind)
    const json = ' {"n": 1.50, "big": 123456789012345678901234567890, "text": "\\u0000é🎈", "n": 2} '
    await servers[0].put(gold, json)
    expect((await servers[0].read(gold)).value).toBe(json)
  })

  test('an entry that was never written is missing', async () => {
    const { servers } = await startDataGame(kind)
    await expect(servers[0].read(gold)).rejects.toMatchObject({ reason: 'missing' })
  })

  test('places with the same root share data, and other places do not', async () => {
    const { servers, placeOf, serverOf, platform, maker } = await startDataGame(kind)
    const other = await placeOf('Another game')
    await platform.db.updateTable('places').set({ services: 1 }).where('id', '=', other.id).execute()
    await servers[0].put(gold, '1')
    expect((await servers[1].read(gold)).value).toBe('1')
    await expect((await serverOf(other.ticket)).read(gold)).rejects.toMatchObject({ reason: 'missing' })
    const program = dataOf(platform, await requireDataProgram(platform, maker, servers[0].caller.worldId))
    expect((await program.read(gold)).value).toBe('1')
  })

  test('letters of names count, whatever their case', async () => {
    const { servers } = await startDataGame(kind)
    await servers[0].put(entry('Gold'), '1')
    await servers[0].put(entry('gold'), '2')
    expect((await servers[0].read(entry('Gold'))).value).toBe('1')
  })

  test('versions grow, even when the clock is set back and after a deletion', async () => {
    const { servers, platform } = await startDataGame(kind)
    const versions = [await servers[0].put(gold, '1'), await servers[0].put(gold, '2')]
    platform.setClock(-hour)
    versions.push(await servers[0].put(gold, '3'))
    await servers[0].remove(gold)
    versions.push(await servers[0].put(gold, '4'))
    expect(versions.map(Number)).toEqual(versions.map(Number).toSorted((a, b) => a - b))
    expect(new Set(versions).size).toBe(4)
  })

  test('a write under a condition happens only if it holds', async () => {
    const { servers } = await startDataGame(kind)
    const [server] = servers
    const first = await server.put(gold, '1', { ifAbsent: true })
    await expect(server.put(gold, '2', { ifAbsent: true })).rejects.toMatchObject({
      reason: 'outdated',
      problem: { code: 'data.changed', values: { version: first } },
    })
    const second = await server.put(gold, '2', { ifVersion: first })
    await expect(server.put(gold, '3', { ifVersion: first })).rejects.toMatchObject({
      problem: { values: { version: second } },
    })
    expect((await server.read(gold)).value).toBe('2')
    await server.remove(gold)
    await expect(server.put(gold, '3', { ifVersion: second })).rejects.toMatchObject({
      problem: { values: { version: '0' } },
    })
    await server.put(gold, '3', { ifAbsent: true })
  })

  test('of many writes with the same condition, one succeeds', async () => {
    const { servers } = await startDataGame(kind)
    const version = await servers[0].put(gold, '0')
    const writes = Array.from({ length: 20 }, (_, at) =>
      servers[at % 2 === 0 ? 0 : 1].put(gold, String(at), { ifVersion: version }),
    )
    const outcomes = await Promise.allSettled(writes)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('increments at once all count', async () => {
    const { servers } = await startDataGame(kind)
    await Promise.all(
      Array.from({ length: 30 }, (_, at) => servers[at % 2 === 0 ? 0 : 1].increment(gold, at)),
    )
    expect((await servers[0].read(gold)).value).toBe('435')
  })

  test.each([
    ['another value than a whole number', '"12"', 1, 'data.not_number'],
    ['a fraction', '1.5', 1, 'data.not_number'],
    ['a result that would not be exact', String(2 ** 53 - 1), 1, 'data.number_range'],
  ])('an increment of %s is refused', async (_, json, by, code) => {
    const { servers } = await startDataGame(kind)
    await servers[0].put(gold, json)
    await expect(servers[0].increment(gold, by)).rejects.toMatchObject({ problem: { code } })
    expect((await servers[0].read(gold)).value).toBe(json)
  })

  test('the first write of each hour keeps the value before it for 30 days', async () => {
    const { servers, platform } = await startDataGame(kind)
    const [server] = servers
    await server.put(gold, '1')
    const kept = await server.put(gold, '2')
    platform.pass(hour)
    await server.put(gold, '3')
    await server.put(gold, '4')
    const list = async () => (await listVersions(platform, server.caller, gold)).versions
    expect((await list()).map(({ version }) => version)).toEqual(
      [(await server.read(gold)).version, Number(kept)].map(String),
    )
    expect((await server.read(gold, Number(kept))).value).toBe('2')
    platform.pass(30 * day + 1)
    await sweepGameData(platform)
    expect(await list()).toHaveLength(1)
    expect((await server.read(gold)).value).toBe('4')
  })

  test('a deleted value can be read by its version', async () => {
    const { servers } = await startDataGame(kind)
    const version = await servers[0].put(gold, '1')
    await servers[0].remove(gold)
    await expect(servers[0].read(gold)).rejects.toMatchObject({ reason: 'missing' })
    await expect(servers[0].remove(gold)).rejects.toMatchObject({ reason: 'missing' })
    expect((await servers[0].read(gold, Number(version))).value).toBe('1')
  })

  test('an entry takes 60 writes a minute', async () => {
    const { servers, platform } = await startDataGame(kind)
    for (let at = 0; at < 60; at++) await servers[0].put(gold, String(at))
    await expect(servers[0].put(gold, '60')).rejects.toMatchObject({ reason: 'limited', retryAfter: 60 })
    expect((await servers[0].read(gold)).value).toBe('59')
    await servers[0].put(entry('silver'), '1')
    platform.pass(minute)
    await servers[0].put(gold, '60')
  })

  test('a store of numbers refuses other values, and a kind is chosen once', async () => {
    const { servers, platform } = await startDataGame(kind)
    const choose = (of: string) =>
      chooseKind(platform, servers[0].caller, 'world', Buffer.from(JSON.stringify({ kind: of })))
    await choose('ordered')
    await choose('ordered')
    await expect(choose('standard')).rejects.toMatchObject({ problem: { code: 'data.kind_set' } })
    await expect(servers[0].put(gold, '1.5')).rejects.toMatchObject({ problem: { code: 'data.not_number' } })
    await servers[0].put(gold, '-12')
  })
})
