import { createHash } from 'node:crypto'
import { day, hour, minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { permissionLevel } from '../../accounts/rules.ts'
import { entry, ofPlayer } from '../../testing/data-game.ts'
import { openDataPages } from '../../testing/data-pages.ts'
import { type DatabaseKind, databases, type TestPlatform } from '../../testing/platforms.ts'
import { viewDataStores } from '../pages/view-stores.ts'
import { runRestores } from './run.ts'
import { startDataRestore, undoDataRestore } from './start.ts'

/** Returns a hash of all current values. */
async function hashOf({ db }: TestPlatform): Promise<string> {
  const rows = await db
    .selectFrom('data_entries')
    .innerJoin('data_values', 'data_values.entry_id', 'data_entries.id')
    .select(['store', 'scope', 'key', 'value'])
    .where('expires', 'is', null)
    .orderBy('store')
    .orderBy('scope')
    .orderBy('key')
    .execute()
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

async function openRestores(kind: DatabaseKind) {
  const game = await openDataPages(kind)
  const { platform, maker, id } = game
  await platform.dataRestores.stop()
  const start = (of: { kind: 'player' | 'store'; target: string }, moment: number) =>
    startDataRestore(platform, maker, { ...of, id, moment: new Date(moment).toISOString() })
  const undo = (restore: string) => undoDataRestore(platform, maker, { id, restore })
  const run = async () => {
    platform.pass(1)
    await runRestores(platform)
  }
  const list = async () => (await viewDataStores(platform, maker, { id })).restores
  return { ...game, start, undo, run, list }
}

const houses = { kind: 'store', target: 'world' } as const

describe.each(databases)('restores of the data of games on %s', (kind) => {
  test('bring a store back to a moment, and are undone as one', async () => {
    const { platform, server, remove, start, undo, run, list } = await openRestores(kind)
    const keys = Array.from({ length: 25 }, (_, at) => entry(`k${at}`))
    for (const name of keys) await server.put(name, `"before ${name.key}"`)
    await server.put(entry('other', 'boats'), '1')
    const [before, moment] = [await hashOf(platform), platform.now()]
    platform.pass(2 * hour)
    for (const name of keys.slice(0, 12)) await server.put(name, '"broken"')
    await remove(keys[20] ?? entry('none'), String((await server.read(keys[20] ?? entry('none'))).version))
    await server.put(entry('new'), '1')
    platform.pass(1)
    const broken = await hashOf(platform)

    const { restore } = await start(houses, moment)
    await run()
    expect(await hashOf(platform)).toBe(before)
    expect(await list()).toMatchObject([{ running: false, total: 26, done: 26, kept: 0, undone: false }])
    await undo(restore)
    await run()
    expect(await hashOf(platform)).toBe(broken)
    expect(await list()).toMatchObject([{ done: 26 }, { id: restore, undone: true }])
    await expect(undo(restore)).rejects.toMatchObject({ problem: { code: 'data.restore_running' } })
  })

  test('leave values that are not kept, and count them', async () => {
    const { platform, server, start, run, list } = await openRestores(kind)
    await server.put(entry('often'), '1')
    await server.put(entry('once'), '1')
    const moment = platform.now()
    platform.pass(minute)
    await server.put(entry('often'), '2')
    platform.pass(2 * hour)
    await server.put(entry('once'), '2')
    await start(houses, moment)
    await run()
    expect(await list()).toMatchObject([{ done: 1, kept: 1, running: false }])
    expect((await server.read(entry('often'))).value).toBe('2')
    expect((await server.read(entry('once'))).value).toBe('1')
  })

  test('wait for players, whose servers may save their data, and go on when they have left', async () => {
    const { platform, server, anna, enter, start, run, list } = await openRestores(kind)
    const player = await enter(anna)
    const name = ofPlayer(player.number)
    await server.put(name, '1')
    const moment = platform.now()
    platform.pass(minute)
    await server.write(entry('x', 'coins'), { op: 'put', json: '5' })
    await platform.db.updateTable('playing_records').set({ last_ping: platform.now() }).execute()
    await server.put(name, '2')
    await start({ kind: 'player', target: String(player.number) }, moment - minute / 2)
    await run()
    await run()
    expect(await list()).toMatchObject([
      { running: true, total: 1, done: 0, waiting: 1, username: 'Anna', actor: 'Maker' },
    ])
    await player.leave()
    platform.pass(31_000)
    await run()
    expect(await list()).toMatchObject([{ running: false, done: 1, waiting: 0 }])
    await expect(server.read(name)).rejects.toMatchObject({ reason: 'missing' })
    expect((await server.read(entry('x', 'coins'))).value).toBe('5')
  })

  test('go on where a killed process has left them', async () => {
    const { platform, server, start, list } = await openRestores(kind)
    const keys = Array.from({ length: 25 }, (_, at) => entry(`k${String(at).padStart(2, '0')}`))
    for (const name of keys) await server.put(name, '1')
    const [before, moment] = [await hashOf(platform), platform.now()]
    platform.pass(2 * hour)
    for (const name of keys) await server.put(name, '2')
    await start(houses, moment)
    platform.pass(1)
    let parts = 0
    await runRestores(platform, () => parts++ === 1)
    expect(await list()).toMatchObject([{ running: true, done: 10 }])
    // A change after the visit of an entry stays.
    await server.put(entry('k00'), '3')
    await runRestores(platform)
    expect(await list()).toMatchObject([{ running: false, done: 25 }])
    expect((await server.read(entry('k00'))).value).toBe('3')
    await server.put(entry('k00'), '1')
    expect(await hashOf(platform)).toBe(before)
  })

  test('run one at a time in a world, for its owner, to a moment of the last 30 days', async () => {
    const { platform, id, server, anna, start, looks } = await openRestores(kind)
    await server.put(entry('k'), '1')
    platform.pass(minute)
    await expect(start(houses, platform.now() + minute)).rejects.toMatchObject({
      problems: { moment: { code: 'data.moment_invalid' } },
    })
    await expect(start(houses, platform.now() - 30 * day - 1)).rejects.toMatchObject({
      problems: { moment: { code: 'data.moment_invalid' } },
    })
    const moderator = { ...anna, permissionLevel: permissionLevel.moderator }
    const input = { ...houses, id, moment: new Date(platform.now()).toISOString() }
    for (const actor of [anna, moderator])
      await expect(startDataRestore(platform, actor, input)).rejects.toMatchObject({ reason: 'forbidden' })
    const tries = [start(houses, platform.now()), start(houses, platform.now())]
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await looks()).toMatchObject([{ action: 'restoreall', store: 'world', actor: 'Maker' }])
  })
})
