import { connect, createServer, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { configSchema } from '@baseplate/platform/config/schema'
import { createPostgresDatabase } from '@baseplate/platform/testing/platforms'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './open.ts'
import { DatabaseUnavailable } from './outage.ts'
import { WatchedPool } from './watched-pool.ts'

/** Opens a network to a server that can lose all packets. */
async function openNetwork(address: string) {
  const { hostname, port } = new URL(address)
  const sockets = new Set<Socket>()
  let isLossy = false
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => to.write(data))
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      if (isLossy) from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(address)
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    lose(lossy: boolean) {
      isLossy = lossy
      for (const socket of sockets) lossy ? socket.pause() : socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

test('a database that stops answering fails requests within ten seconds, then at once, until it answers', async () => {
  const database = await createPostgresDatabase()
  const network = await openNetwork(database.url)
  const limits = configSchema.parse({}).Database
  const db = await openDatabase(
    { url: network.url, dataDirectory: '/nowhere' },
    {},
    pino({ level: 'silent' }),
    { limits, pooled: false },
  )
  onTestFinished(async () => {
    await db.destroy()
    network.close()
    await database.drop()
  })
  const ask = () => sql`select 1`.execute(db)
  /** Returns how long a request takes to fail. */
  const timeToFail = async () => {
    const began = performance.now()
    await expect(ask()).rejects.toThrow(DatabaseUnavailable)
    return performance.now() - began
  }
  await ask()
  network.lose(true)
  expect(await timeToFail()).toBeLessThan(10_000)
  expect(await timeToFail()).toBeLessThan(500)
  network.lose(false)
  await expect
    .poll(() =>
      ask().then(
        () => 'answers',
        () => 'fails',
      ),
    )
    .toBe('answers')
})

test('keeps no memory of requests that have returned their connection', async () => {
  const database = await createPostgresDatabase()
  const { url: connectionString } = database
  const connections = new pg.Pool({ connectionString })
  // The pool's end does not wait for its connections, so the database may be dropped while one is still open.
  connections.on('error', () => undefined)
  const pool = new WatchedPool(connections, connectionString, pino({ level: 'silent' }))
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const bytesAfter = async (requests: number) => {
    for (let request = 0; request < requests; request++) (await pool.connect()).release()
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = await bytesAfter(1_000)
  expect((await bytesAfter(50_000)) - before).toBeLessThan(3_000_000)
})
