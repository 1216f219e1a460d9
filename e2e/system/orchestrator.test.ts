import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyDatabase, openDatabase } from '../support/databases.ts'
import { json, makePlace, type Place, upload } from '../support/game.ts'
import { type Person, password, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { startProduct } from '../support/product.ts'
import { childOf, greet, prepareServers, type Servers } from '../support/servers.ts'

describe('dedicated servers', () => {
  let folder: string
  let servers: Servers
  let product: Product
  let maker: Person
  let place: Place
  const placeFile = randomBytes(10_000)

  let database: Awaited<ReturnType<typeof openDatabase>>
  const start = () =>
    startProduct({ ...servers.environment, ...database.environment, BASEPLATE_DATA: folder })
  /** Presses the place's button, and returns the orchestrator's status of its server. */
  const startServer = async () => {
    expect((await maker.post(`${place.path}?/start`)).status).toBe(204)
    return servers.ask('GET', place.id)
  }
  const stateOf = async () => (await servers.ask('GET', place.id)).state
  const until = (state: string) => expect.poll(stateOf, { interval: 50 }).toBe(state)
  const isGone = (pid: number) => {
    try {
      process.kill(pid, 0)
      return false
    } catch {
      return true
    }
  }

  beforeAll(async () => {
    servers = await prepareServers()
    database = await openDatabase(anyDatabase)
    folder = await mkdtemp(join(tmpdir(), 'baseplate-dedicated-'))
    product = await start()
    await servers.build(product)
    maker = await register(product.baseUrl, 'Maker')
    place = await makePlace(maker, 'A place')
    expect((await upload({ maker, place }, placeFile)).status).toBe(200)
  })
  afterAll(async () => {
    await product.kill()
    await servers.remove()
    await database.drop()
    await rm(folder, { recursive: true })
  })

  test('starts with the product, runs the signed script, is listed, and ends', async () => {
    const { port = 0, pid } = await startServer()
    expect(port).toBe(10_000 + (place.id % 25_000))
    await until('ready')
    const sha256 = createHash('sha256').update(placeFile).digest('hex')
    expect(await greet(port)).toEqual({ placeId: place.id, pid, sha256 })
    const serverPing = async () =>
      (await json<{ serverPing: number }>(await maker.get(place.path))).serverPing
    await expect.poll(serverPing).toBeGreaterThan(Date.now() / 1000 - 30)
    expect([...(await servers.running()).keys()]).toEqual([place.id])
    // The orchestrator refuses requests without its key.
    expect((await fetch(`${servers.privateUrl}/${place.id}`, { method: 'DELETE' })).status).toBe(401)
    expect(await servers.ask('DELETE', place.id)).toEqual({ placeId: place.id, state: 'stopped' })
    expect(await greet(port, 1_000)).toBeUndefined()
  })

  test('a game outlives its orchestrator, whose successor supervises it a moment later', async () => {
    const { port = 0, pid } = await startServer()
    await until('ready')
    const orchestrator = (await childOf(product, 'orchestrator')) ?? 0
    process.kill(orchestrator, 'SIGKILL')
    expect(await greet(port)).toMatchObject({ pid })
    const running = () => servers.running().then((map) => map.get(place.id)?.pid, String)
    await expect.poll(running).toBe(pid)
    expect(await childOf(product, 'orchestrator')).not.toBe(orchestrator)
    await until('ready')
    expect((await startServer()).pid).toBe(pid)
  })

  test('reports the output of a crashed server, and leaves no server after a power cut', async () => {
    await servers.ask('DELETE', place.id)
    await servers.behave({ default: { crashAfterMs: 0 } })
    await startServer()
    await until('failed')
    const { reason, lastWords } = await servers.ask('GET', place.id)
    expect(reason).toBe('it ended with code 1')
    expect(lastWords).toContain(`place ${place.id} of 10000 bytes listens on port`)
    await servers.ask('DELETE', place.id)
    await servers.behave({ default: { stubborn: true } })
    const { pid = 0 } = await startServer()
    await until('ready')
    await product.kill()
    await expect.poll(() => isGone(pid)).toBe(true)
  })

  test('stops cleanly, and ends servers that ignore requests to end', async () => {
    product = await start()
    maker = visitor(product.baseUrl)
    await maker.post('/login', { username: 'Maker', password })
    const { pid = 0 } = await startServer()
    await until('ready')
    expect(await product.stop()).toBe(0)
    expect(isGone(pid)).toBe(true)
  })
})
