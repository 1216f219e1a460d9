import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { temporaryLedger } from '../testing/service.ts'
import { type SharedProcess, spawnShared, standbyOf, writerOf } from '../testing/shared.ts'
import { sharedLedger } from '../testing/shared-ledger.ts'

/** Returns all lines of the log, and expects that nothing is missing between its batches. */
async function linesOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('SELECT sequence, ends_at, lines FROM ledger_batches ORDER BY sequence')
  await client.end()
  let end = 0
  for (const [index, { sequence, ends_at, lines }] of rows.entries()) {
    end += lines.length
    expect([Number(sequence), Number(ends_at)]).toEqual([index + 1, end])
  }
  return Buffer.concat(rows.map(({ lines }) => lines))
    .toString()
    .trimEnd()
    .split('\n')
}

/** Sends mints with the keys `sender-0`, `sender-1`, … to whichever process writes, until told to stop. */
function load(processes: readonly SharedProcess[], sender: number) {
  const acknowledged: string[] = []
  let stopped = false
  const run = async () => {
    for (let n = 0; !stopped; n++) {
      const key = `${sender}-${n}`
      for (;;) {
        const { client } = await writerOf(processes)
        const body = { To: 'user:1', Amount: 1, Note: 'n' }
        const answer = await client
          .post('/mint', body, { 'Idempotency-Key': key }, AbortSignal.timeout(2_000))
          .catch(() => 'no answer')
        if (answer === '200') break
        if (stopped) return
      }
      acknowledged.push(key)
    }
  }
  const running = run()
  return {
    acknowledged,
    stop: () => {
      stopped = true
      return running
    },
  }
}

async function expectEachOnce(url: string, processes: readonly SharedProcess[], keys: readonly string[]) {
  const lines = await linesOf(url)
  const written = lines.map((line) => /"Key":"([^"]+)"/.exec(line)?.[1] ?? '')
  expect(new Set(written).size).toBe(written.length)
  expect(new Set(keys).difference(new Set(written)).size).toBe(0)
  const { client } = await writerOf(processes)
  expect(await client.get('/balance/user:1')).toBe(`200 ${written.length}`)
}

test('answers like a service with a file, and continues after a restart, even without its copy', async () => {
  const url = await sharedLedger()
  const directory = temporaryLedger()
  const first = await spawnShared(url, { directory })
  const { client } = await writerOf([first])
  expect(await client.mint('a', 100, 'k')).toBe('200')
  expect(await client.mint('a', 100, 'k')).toBe('200')
  expect(await client.mint('a', 101, 'k')).toBe('409 idempotency key was used for another event')
  const pay = { From: 'a', To: 'b', Amount: 30, Note: 'n', Fee: 0.1 }
  expect(await client.post('/transact', pay)).toBe('200')
  expect(await client.post('/transact', { ...pay, Amount: 71 })).toMatch(/^400 insufficient balance/)
  expect(await client.post('/stipend/c')).toBe('200')
  expect(await client.post('/stipend/c')).toBe('400 Next stipend not available yet')
  const history = await client.get('/transactions')
  expect(await first.ended('SIGTERM')).toBe(0)

  for (const options of [{ directory }, {}]) {
    const next = await spawnShared(url, options)
    const { client: again } = await writerOf([next])
    expect(await again.get('/transactions')).toBe(history)
    expect(await again.get('/balance/b')).toBe('200 27')
    expect(await again.mint('a', 100, 'k')).toBe('200')
    expect(await again.get('/balance/a')).toBe('200 70')
    await next.ended('SIGTERM')
  }
  expect(readFileSync(join(directory, 'ledger'), 'utf8').trimEnd().split('\n')).toEqual(await linesOf(url))
})

test('a copy that is not a prefix of the log is read again', async () => {
  const url = await sharedLedger()
  const directory = temporaryLedger()
  const file = join(directory, 'ledger')
  const damages = [
    () => appendFileSync(file, 'Mint {"Id":"x","Time":1,"To":"a","Amount":5,"Note":"x"}\n'),
    () => appendFileSync(file, 'Mint {"Id'),
    () => writeFileSync(file, readFileSync(file, 'utf8').replace('"Amount":7', '"Amount":8')),
    () => writeFileSync(file, ''),
  ]
  for (const [index, damage] of damages.entries()) {
    const process = await spawnShared(url, { directory })
    const { client } = await writerOf([process])
    expect(await client.mint('a', 7)).toBe('200')
    expect(await client.get('/balance/a')).toBe(`200 ${7 * (index + 1)}`)
    await process.ended('SIGTERM')
    damage()
  }
})

test('standbys refuse with the address of the writer, and answer reads that may be old', async () => {
  const url = await sharedLedger()
  const first = await spawnShared(url)
  await writerOf([first])
  const standby = await spawnShared(url)
  await first.client.mint('a', 5)
  await standbyOf([standby])
  const refused = await fetch(`${standby.client.address}/balance/a?x=1`, { redirect: 'manual' })
  expect([refused.status, refused.headers.get('location'), refused.headers.get('retry-after')]).toEqual([
    503,
    `${first.client.address}/balance/a?x=1`,
    '1',
  ])
  expect(await standby.client.mint('a', 5)).toBe('503 this process does not write the ledger')
  // Longer than a busy machine takes for the reads below.
  const old = { 'Max-Staleness': '60' }
  await expect.poll(() => standby.client.get('/balance/a', old)).toBe('200 5')
  expect(await standby.client.json('/transactions', old)).toHaveLength(1)
  expect(await standby.client.get('/balance/a', { 'Max-Staleness': '0' })).toMatch(/^503/)
  const metrics = await standby.client.get('/metrics')
  expect(metrics).toMatch(/^economy_writer 0$/m)
  expect(metrics).toMatch(/^economy_copy_waiting_bytes 0$/m)
  expect(metrics).toMatch(/^economy_events_total\{type="Mint"\} 1$/m)
  expect(await first.client.get('/metrics')).toMatch(/^economy_writer 1$/m)
  const statusOf = async ({ client }: SharedProcess) => JSON.parse((await client.get('/status')).slice(4))
  const common = { events: 1, commitMs: expect.any(Number), snapshot: { events: 0, savedAt: 0 } }
  expect(await statusOf(first)).toEqual({
    ...common,
    replication: { isWriter: true, epoch: 1, lagMs: 0, standbys: [] },
  })
  expect(await statusOf(standby)).toMatchObject({
    ...common,
    commitMs: null,
    replication: { isWriter: false, epoch: 1 },
  })
})

test('a server without a synchronous standby is refused unless it may be alone', async () => {
  await expect(spawnShared(await sharedLedger(), { mayBeAlone: false })).rejects.toThrow(
    'has no synchronous standby',
  )
})

test('a second process on the same copy ends, and names the first one', async () => {
  const url = await sharedLedger()
  const directory = temporaryLedger()
  const first = await spawnShared(url, { directory })
  await expect(spawnShared(url, { directory })).rejects.toThrow(`is in use by process ${first.child.pid}`)
})

test.each([
  ['killed', 'SIGKILL'],
  ['paused', 'SIGSTOP'],
] as const)(
  'a standby takes over from a %s writer, and nothing is lost or doubled',
  async (_name, signal) => {
    const url = await sharedLedger()
    const processes = await Promise.all([1, 2, 3].map(() => spawnShared(url)))
    const first = await writerOf(processes)
    const senders = Array.from({ length: 8 }, (_, sender) => load(processes, sender))
    await expect.poll(() => senders.every(({ acknowledged }) => acknowledged.length > 5)).toBe(true)
    first.child.kill(signal)
    const running = processes.filter((process) => process !== first)
    const second = await writerOf(running)
    expect(second).not.toBe(first)
    const before = senders.map(({ acknowledged }) => acknowledged.length)
    await expect
      .poll(() => senders.every(({ acknowledged }, index) => acknowledged.length > (before[index] ?? 0) + 5))
      .toBe(true)
    if (signal === 'SIGSTOP') {
      first.child.kill('SIGCONT')
      await expect
        .poll(() => first.client.mint('user:1', 1, 'late'))
        .toBe('503 this process does not write the ledger')
    }
    await Promise.all(senders.map(({ stop }) => stop()))
    await expectEachOnce(
      url,
      running,
      senders.flatMap(({ acknowledged }) => acknowledged),
    )
  },
)
