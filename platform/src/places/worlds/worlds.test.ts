import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { day, hour } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { minetestGame } from '../../testing/minetest-game.ts'
import { startFakeOrchestrator } from '../../testing/orchestrator.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { storedNames } from '../../testing/stored-names.ts'
import { deletePlace } from '../delete.ts'
import { eraseDeletedPlaces } from '../erase-deleted.ts'
import { placeFileReferences } from '../file-references.ts'
import { findPlace } from '../queries.ts'
import { reportPresence } from '../servers/report-presence.ts'
import { launchServer } from '../servers/start-server.ts'
import { viewPlaceSettings } from '../settings.ts'
import { updatePlaceFile } from '../versions/update-file.ts'
import { clearWorld, restoreWorld } from './change.ts'
import { readCurrentWorld, readWorld } from './read.ts'
import { reserveWorld, storeWorld } from './store.ts'
import { sweepWorlds } from './sweep.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

async function* broken() {
  yield Buffer.from('the first half')
  throw new Error('the connection was cut')
}

describe.each(databases)('stored worlds on %s', (kind) => {
  async function start(Places = {}) {
    const orchestrator = await startFakeOrchestrator()
    const platform = await openTestPlatform(kind, {
      Engine: 'minetest',
      Places: { Worlds: 3, ...Places },
      Gameservers: { Hosting: 'Dedicated' },
      Orchestrator: { PrivateURL: orchestrator.url },
    })
    const maker = await registerPerson(platform, 'Maker')
    const { id } = await createPublishedPlace(platform, maker, { name: 'A place' })
    await updatePlaceFile(platform, maker, id, [minetestGame()])
    const launch = async () => {
      const place = await findPlace(platform.db, id)
      if (!place) throw new Error('no place')
      await launchServer(platform, place, null)
      return orchestrator.orders.get(id)?.ticket ?? ''
    }
    const ticket = await launch()
    const worlds = async () => (await viewPlaceSettings(platform, maker, { id })).worlds ?? []
    const store = async (text: string, after: number, cause: 'stop' | 'interval' = 'stop') => {
      const number = await reserveWorld(platform, id, { ticket, after })
      await storeWorld(platform, id, { ticket, number, cause }, [Buffer.from(text)])
      return number
    }
    const current = async (after: number) => {
      const world = await readCurrentWorld(platform, id, { ticket, after })
      return world && { number: world.number, text: world.file && (await textOf(world.file)) }
    }
    return { platform, orchestrator, maker, id, ticket, launch, worlds, store, current }
  }

  const textOf = async (file: { stream(): NodeJS.ReadableStream }) => (await buffer(file.stream())).toString()

  test('are numbered, and the latest are kept with their size, time, cause and version', async () => {
    const { platform, maker, id, store, worlds } = await start()
    await store('1', 0)
    await store('22', 1, 'interval')
    await store('333', 2)
    platform.pass(hour)
    await store('4444', 3)
    const world = { cause: 'stop', created: platform.now() - hour, restoredFrom: null, version: 1 }
    expect(await worlds()).toEqual([
      { ...world, number: 4, bytes: 4, created: platform.now() },
      { ...world, number: 3, bytes: 3 },
      { ...world, number: 2, bytes: 2, cause: 'interval' },
    ])
    expect(await storedNames(platform.files, 'worlds')).toHaveLength(3)
    expect(await textOf((await readWorld(platform, maker, { id, number: '2' })).file)).toBe('22')
    await expect(readWorld(platform, maker, { id, number: '1' })).rejects.toMatchObject({ reason: 'missing' })
  })

  test('are sent only to a server that has an older one or none', async () => {
    const { store, current } = await start()
    expect(await current(0)).toBeUndefined()
    const number = await store('world', 0)
    expect(await current(0)).toEqual({ number, text: 'world' })
    expect(await current(number)).toBeUndefined()
  })

  test('do not replace the world of a server whose upload got no response', async () => {
    const { platform, id, ticket, current, store } = await start()
    const reserved = await reserveWorld(platform, id, { ticket, after: 0 })
    expect(await current(reserved)).toBeUndefined()
    await storeWorld(platform, id, { ticket, number: reserved, cause: 'stop' }, [Buffer.from('x')])
    expect(await current(reserved)).toBeUndefined()
    expect(await store('later', reserved)).toBe(reserved + 1)
  })

  test('are refused from a stale server, and one under way stays below the restored one', async () => {
    const { platform, maker, id, ticket, store, worlds, current } = await start()
    await store('good', 0)
    await store('bad', 1)
    const onItsWay = await reserveWorld(platform, id, { ticket, after: 2 })
    await restoreWorld(platform, maker, { id, number: '1' })
    await storeWorld(platform, id, { ticket, number: onItsWay, cause: 'stop' }, [Buffer.from('worse')])
    expect((await worlds()).map(({ number, cause }) => [number, cause])).toEqual([
      [4, 'restore'],
      [3, 'stop'],
      [2, 'stop'],
    ])
    expect(await current(onItsWay)).toEqual({ number: 4, text: 'good' })
    await expect(reserveWorld(platform, id, { ticket, after: onItsWay })).rejects.toMatchObject({
      reason: 'conflict',
    })
  })

  test('are restored and cleared after the server has been closed, which can be undone', async () => {
    const { platform, orchestrator, maker, id, store, worlds, current } = await start()
    await store('first', 0)
    orchestrator.asked.length = 0
    await clearWorld(platform, maker, { id })
    expect(orchestrator.asked).toContain(`DELETE /${id}`)
    expect(await current(1)).toEqual({ number: 2, text: null })
    expect((await worlds())[0]).toMatchObject({ number: 2, cause: 'clear', bytes: null })
    await expect(readWorld(platform, maker, { id, number: '2' })).rejects.toMatchObject({ reason: 'missing' })
    await restoreWorld(platform, maker, { id, number: '1' })
    expect(await current(2)).toEqual({ number: 3, text: 'first' })
    expect((await worlds())[0]).toMatchObject({ cause: 'restore', restoredFrom: 1, bytes: 5, version: 1 })
    // Both share one file, which stays until none of them is kept.
    await clearWorld(platform, maker, { id })
    await clearWorld(platform, maker, { id })
    expect(await storedNames(platform.files, 'worlds')).toHaveLength(1)
    await clearWorld(platform, maker, { id })
    expect(await storedNames(platform.files, 'worlds')).toEqual([])
  })

  test('stay as they are when the server cannot be closed, or the number is not kept', async () => {
    const { platform, orchestrator, maker, id, store, worlds } = await start()
    await store('first', 0)
    orchestrator.asked.length = 0
    await expect(restoreWorld(platform, maker, { id, number: '7' })).rejects.toMatchObject({
      reason: 'missing',
    })
    expect(orchestrator.asked).toEqual([])
    orchestrator.fault = (response) => response.writeHead(500).end()
    await expect(clearWorld(platform, maker, { id })).rejects.toMatchObject({ reason: 'failed' })
    expect(await worlds()).toHaveLength(1)
  })

  test('change for the owner and moderators only', async () => {
    const { platform, id, store } = await start()
    await store('first', 0)
    const stranger = await registerPerson(platform, 'Stranger')
    const refused = { reason: 'forbidden' }
    await expect(clearWorld(platform, stranger, { id })).rejects.toMatchObject(refused)
    await expect(restoreWorld(platform, stranger, { id, number: '1' })).rejects.toMatchObject(refused)
    await expect(readWorld(platform, stranger, { id, number: '1' })).rejects.toMatchObject(refused)
  })

  test('are kept when an upload is cut off, too large or sent twice', async () => {
    const { platform, id, ticket, store, current } = await start({ WorldBytes: 1_000_000 })
    await store('whole', 0)
    const send = async (number: number, source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) =>
      storeWorld(platform, id, { ticket, number, cause: 'stop' }, source)
    const number = await reserveWorld(platform, id, { ticket, after: 1 })
    await expect(send(number, broken())).rejects.toThrow('the connection was cut')
    await expect(send(number, [Buffer.alloc(1_000_001)])).rejects.toMatchObject({ reason: 'oversize' })
    await expect(send(number + 1, [Buffer.from('x')])).rejects.toMatchObject({ reason: 'conflict' })
    expect(await current(0)).toEqual({ number: 1, text: 'whole' })
    const sent = await Promise.allSettled([
      send(number, [Buffer.from('a')]),
      send(number, [Buffer.from('b')]),
    ])
    expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await storedNames(platform.files, 'worlds')).toHaveLength(2)
  })

  test('arrive for a week after the end of the run, with its ticket alone', async () => {
    const { platform, orchestrator, id, ticket, store, current } = await start()
    orchestrator.servers.clear()
    platform.pass(hour)
    await reportPresence(platform)
    await store('late', 0)
    await expect(current(0)).rejects.toMatchObject({ reason: 'forbidden' })
    platform.pass(7 * day)
    await sweepWorlds(platform)
    await expect(store('too late', 1)).rejects.toMatchObject({ reason: 'forbidden' })
    for (const other of [undefined, '', ticket.toUpperCase(), 'x'.repeat(32)])
      await expect(reserveWorld(platform, id, { ticket: other, after: 9 })).rejects.toMatchObject({
        reason: 'forbidden',
      })
  })

  test('arrive after a failure of the server', async () => {
    const { platform, orchestrator, id, ticket, store } = await start()
    const { run = '' } = orchestrator.orders.get(id) ?? {}
    orchestrator.servers.set(id, { state: 'failed', run, reason: 'it ended with code 1' })
    await reportPresence(platform)
    expect(await platform.db.selectFrom('ended_runs').select('ticket').execute()).toEqual([{ ticket }])
    expect(await store('crashed', 0)).toBe(1)
  })

  test('are named for backups, swept when orphaned, and erased with their place', async () => {
    const { platform, maker, id, store } = await start()
    await store('world', 0)
    const references = async () => {
      const names = []
      for await (const reference of placeFileReferences(platform.db)) names.push(reference)
      return names.filter(({ name }) => name.startsWith('worlds/'))
    }
    const [name = ''] = await storedNames(platform.files, 'worlds')
    expect(await references()).toEqual([{ name: `worlds/${name}`, size: 5, sha256: hashOf('world') }])
    await platform.files.write('worlds/orphan', [Buffer.from('x')], 1)
    await sweepWorlds(platform)
    expect(await storedNames(platform.files, 'worlds')).toHaveLength(2)
    // The age of a file is that of the file system.
    await sweepWorlds({ ...platform, now: () => Date.now() + 2 * day })
    expect(await storedNames(platform.files, 'worlds')).toEqual([name])
    await deletePlace(platform, maker, { id, name: 'A place' })
    platform.pass(30 * day)
    await eraseDeletedPlaces(platform)
    expect(await storedNames(platform.files, 'worlds')).toEqual([])
  })

  test('shrink to a limit that the operator has lowered', async () => {
    const { platform, store, worlds } = await start()
    for (const after of [0, 1, 2]) await store(`world ${after}`, after)
    platform.config.Places.Worlds = 1
    await sweepWorlds(platform)
    expect((await worlds()).map(({ number }) => number)).toEqual([3])
    expect(await storedNames(platform.files, 'worlds')).toHaveLength(1)
  })
})

test('are not stored by a platform of another engine', async () => {
  const platform = await openTestPlatform('SQLite')
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await createPublishedPlace(platform, maker, { name: 'A place' })
  expect((await viewPlaceSettings(platform, maker, { id })).worlds).toBeNull()
  const missing = { reason: 'missing' }
  await expect(clearWorld(platform, maker, { id })).rejects.toMatchObject(missing)
  await expect(reserveWorld(platform, id, { ticket: 'x'.repeat(32), after: 0 })).rejects.toMatchObject(
    missing,
  )
  await expect(readCurrentWorld(platform, id, { ticket: 'x', after: 0 })).rejects.toMatchObject(missing)
})
