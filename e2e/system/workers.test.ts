import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get as ask, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../support/databases.ts'
import { followInbox } from '../support/live-inbox.ts'
import { type Person, register, visitor } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { runToEnd, startProduct } from '../support/product.ts'

describe('two workers on one port', () => {
  let product: Product
  let anna: Person
  let dropDatabase: () => Promise<void>
  let folder: string
  let BASEPLATE_CONFIG: string
  const configure = (text: string) => writeFile(BASEPLATE_CONFIG, `export default ${text}\n`)
  beforeAll(async () => {
    const { environment, drop } = await openDatabase('PostgreSQL', false)
    dropDatabase = drop
    folder = await mkdtemp(join(tmpdir(), 'baseplate-workers-'))
    BASEPLATE_CONFIG = join(folder, 'config.ts')
    await configure('{ Renderer: { Workers: 0 } }')
    // Both workers migrate the same empty database.
    product = await startProduct({ ...environment, BASEPLATE_CONFIG, WORKERS: '2' })
    anna = await register(product.baseUrl, 'Anna')
  })
  afterAll(async () => {
    const workers = pidsOfWorkers()
    expect(await product.stop()).toBe(0)
    expect(workers.filter(isAlive)).toEqual([])
    await dropDatabase()
    await rm(folder, { recursive: true })
  })

  /** Process ids of the workers, in the order of their numbers. */
  const pidsOfWorkers = (): number[] =>
    execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => /^\s*(\d+)\s+(\d+)\s.*main\.mjs worker (\d+)$/.exec(line) ?? [])
      .filter(([, , parent]) => Number(parent) === product.pid)
      .toSorted(([, , , a], [, , , b]) => Number(a) - Number(b))
      .map(([, pid]) => Number(pid))

  const logged = (): Record<string, unknown>[] =>
    product
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
  const messages = () => logged().map(({ msg }) => msg)

  const get = async (path: string) => {
    const response = await fetch(product.baseUrl + path, { signal: AbortSignal.timeout(10_000) })
    return { status: response.status, text: await response.text() }
  }

  /** Requests pages over eight connections at a time until `stop` is called, which returns the failures. */
  const startLoad = () => {
    const failures: string[] = []
    let isOver = false
    let answers = 0
    const request = async () => {
      while (!isOver) {
        try {
          const { status } = await get('/games')
          answers++
          if (status !== 200) failures.push(String(status))
        } catch {
          failures.push('connection')
        }
        // Leaves processor time for the workers that start.
        await setTimeout(20)
      }
    }
    const loops = Array.from({ length: 8 }, request)
    return {
      answers: () => answers,
      async stop() {
        isOver = true
        await Promise.all(loops)
        return failures
      },
    }
  }

  /**
   * Requests a page every 100 ms over one connection until a response announces the end of the connection. A connection that ends
   * without that may end while a request is on its way.
   */
  const useConnection = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    try {
      for (let first = true; ; first = false) {
        const request = ask(`${product.baseUrl}/login`, { agent })
        const [response] = (await once(request, 'response')) as [IncomingMessage]
        await once(response.resume(), 'end')
        if (!first && !request.reusedSocket) return 'ended without notice'
        if (response.headers.connection === 'close') return 'ended with notice'
        await setTimeout(100)
      }
    } finally {
      agent.destroy()
    }
  }

  test('count limits together, and name themselves in the log', async () => {
    await register(product.baseUrl, 'Forgetful')
    const wrong = () => visitor(product.baseUrl).post('/login', { username: 'Forgetful', password: 'wrong' })
    const answers = await Promise.all(Array.from({ length: 24 }, wrong))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(10).fill(400),
      ...Array(14).fill(429),
    ])
    const served = logged().flatMap(({ path, worker }) => (path === '/login' ? [worker] : []))
    expect(new Set(served)).toEqual(new Set([1, 2]))
  })

  test('report their metrics together, whichever is asked', async () => {
    await Promise.all(Array.from({ length: 20 }, () => get('/nothing/here')))
    for (let reading = 0; reading < 4; reading++) {
      const { text } = await get('/metrics')
      const counts = [
        ...text.matchAll(/^baseplate_requests_total\{route="none",status="404",worker="(\d)"\} (\d+)$/gm),
      ]
      expect(counts.map(([, worker]) => worker).toSorted()).toEqual(['1', '2'])
      expect(counts.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(20)
      expect(text.match(/^baseplate_playing .*$/gm)).toEqual(['baseplate_playing 0'])
      expect(text.match(/^baseplate_waiting\{for="passwords",worker="\d"\} 0$/gm)).toHaveLength(2)
      expect(text.match(/^# TYPE process_resident_memory_bytes gauge$/gm)).toHaveLength(1)
      expect(text.match(/^process_resident_memory_bytes\{worker="\d"\} \d+$/gm)).toHaveLength(2)
      expect(text.match(/^baseplate_database_connections_max\{worker="\d"\} 10$/gm)).toHaveLength(2)
      expect(text.match(/^baseplate_database_connections\{state="idle",worker="\d"\} \d+$/gm)).toHaveLength(2)
      expect(text).toMatch(
        /^baseplate_database_query_seconds_count\{operation="connection",worker="1"\} [1-9]/m,
      )
      expect(text).toMatch(
        /^baseplate_job_failures_total\{name="settle unanswered payments",worker="\d"\} 0$/m,
      )
      expect(text).not.toMatch(/null|NaN/)
    }
    for (const path of ['/health', '/ready']) expect(await get(path)).toEqual({ status: 200, text: 'OK' })
  })

  test('are replaced on SIGHUP without a failed request, and streams end and resume', async () => {
    const before = pidsOfWorkers()
    const stream = await followInbox(product.baseUrl, anna)
    const connections = Array.from({ length: 4 }, useConnection)
    const load = startLoad()
    await expect.poll(load.answers).toBeGreaterThan(50)
    process.kill(product.pid, 'SIGHUP')
    await stream.ended
    const resumed = await followInbox(product.baseUrl, anna)
    await expect.poll(messages, { timeout: 60_000 }).toContain('all workers were replaced')
    expect(await load.stop()).toEqual([])
    expect(await Promise.all(connections)).toEqual(Array(4).fill('ended with notice'))
    resumed.leave()
    const after = pidsOfWorkers()
    expect(after).toHaveLength(2)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
  })

  test('outlive each other: only connections of a killed one break, and it is restarted', async () => {
    const [killed = 0, other = 0] = pidsOfWorkers()
    const load = startLoad()
    await expect.poll(load.answers).toBeGreaterThan(50)
    process.kill(killed, 'SIGKILL')
    await expect.poll(messages).toContain('a service runs again')
    const failures = await load.stop()
    expect(failures.filter((failure) => failure !== 'connection')).toEqual([])
    expect(failures.length).toBeLessThanOrEqual(8)
    expect(logged()).toContainEqual(
      expect.objectContaining({ msg: 'a service died', command: 'worker 1', signal: 'SIGKILL' }),
    )
    const [restarted = 0, ...others] = pidsOfWorkers()
    expect(others).toEqual([other])
    expect(restarted).not.toBe(killed)
    expect((await get('/games')).status).toBe(200)
  })

  test('end with one sentence when the port is in use', async () => {
    const { code, output } = await runToEnd('site', {
      DATABASE_URL: product.databaseUrl ?? '',
      BASEPLATE_CONFIG,
      BASEPLATE_DATA: product.dataDirectory,
      PORT: new URL(product.baseUrl).port,
      WORKERS: '2',
    })
    expect(code).toBe(1)
    expect(output).toMatch(/^The site cannot listen: port \d+ is in use; choose another one with PORT\.$/m)
    expect(output).not.toMatch(/\n\s+at /)
  })

  test('remain when their successors cannot start', async () => {
    const before = pidsOfWorkers()
    await configure('{ Nmae: 1 }')
    process.kill(product.pid, 'SIGHUP')
    const said = 'a new worker did not start; the remaining workers stay'
    await expect.poll(messages).toContain(said)
    expect(logged().find(({ msg }) => msg === said)?.error).toContain('Nmae: there is no such key')
    expect(pidsOfWorkers()).toEqual(before)
    expect((await get('/games')).status).toBe(200)
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
