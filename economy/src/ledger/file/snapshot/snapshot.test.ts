import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { quietly, startService, submitted, temporaryLedger } from '../../../testing/service.ts'
import { openLedger } from '../open.ts'
import { dueAfter } from './schedule.ts'
import { saveSnapshot } from './snapshot.ts'
import { writeSnapshot } from './write.ts'

/** Returns a closed ledger with a snapshot of its first 100 events, and 100 events after it. */
async function ledgerWithSnapshot(): Promise<string> {
  const ledgerFile = temporaryLedger()
  for (const prefix of ['first', 'second']) {
    const { client, economy } = await startService({ ledgerFile })
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => client.mint(`${prefix}:${n % 7}`, n + 1, `${prefix}-${n}`)),
    )
    await economy.close()
    if (prefix === 'first') await writeSnapshot({ ledgerFile, bytes: readFileSync(ledgerFile).length })
  }
  return ledgerFile
}

test('starts from the snapshot and the events after it, with the same answers', async () => {
  const ledgerFile = await ledgerWithSnapshot()
  const answers = async (fromSnapshot: boolean) => {
    const opened = await openLedger(ledgerFile, { ...quietly, fromSnapshot })
    const { ledger, book, events, eventsOfSnapshot } = opened
    const users = ['first:0', 'first:6', 'second:3', 'nobody']
    const repeated = {
      proposal: { Type: 'Mint', To: 'first:0', Amount: 1n, Note: 'test' },
      key: 'first-0',
    } as const
    const seen = {
      events,
      balances: users.map((user) => book.balance(user)),
      histories: await Promise.all(users.map((user) => book.recent(user, undefined))),
      all: await book.recent(undefined, undefined),
      repeated: await submitted(ledger, repeated),
      otherContent: await submitted(ledger, { ...repeated, key: 'second-5' }),
      supply: ledger.state.supply,
      totals: ledger.state.totals,
    }
    await opened.close()
    return { seen, eventsOfSnapshot }
  }
  const [all, snapshot] = [await answers(false), await answers(true)]
  expect([all.eventsOfSnapshot, snapshot.eventsOfSnapshot]).toEqual([0, 100])
  expect(snapshot.seen).toEqual(all.seen)
  expect(snapshot.seen.repeated).toBe('accepted')
  expect(snapshot.seen.otherContent).toBe('key used')
})

test.each([
  ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length >>> 1)],
  [
    'has one changed bit',
    (bytes: Buffer) =>
      bytes.fill((bytes[bytes.length >>> 1] ?? 0) ^ 1, bytes.length >>> 1, (bytes.length >>> 1) + 1),
  ],
  ['has impossible lengths', (bytes: Buffer) => bytes.fill(0xff, 200)],
  ['is empty', () => Buffer.alloc(0)],
])('discards a snapshot that %s, and replays all events', async (_name, damage) => {
  const ledgerFile = await ledgerWithSnapshot()
  writeFileSync(`${ledgerFile}.snapshot`, damage(readFileSync(`${ledgerFile}.snapshot`)))
  const messages: string[] = []
  const { client, economy } = await startService({
    ledgerFile,
    log: (lines, level) => void (level === 'warn' && messages.push(...lines)),
  })
  expect(messages.filter((line) => line.startsWith('the snapshot of the ledger was not used'))).toHaveLength(
    1,
  )
  expect(await client.get('/balance/second:3')).toMatch(/^200 [1-9]/)
  await economy.close()
})

test('discards the snapshot of another ledger', async () => {
  const [one, other] = [await ledgerWithSnapshot(), await ledgerWithSnapshot()]
  writeFileSync(`${other}.snapshot`, readFileSync(`${one}.snapshot`))
  const opened = await openLedger(other, quietly)
  expect([opened.eventsOfSnapshot, opened.events]).toEqual([0, 200])
  expect(opened.unusedSnapshot).toBe('it is not a snapshot of this ledger')
  await opened.close()
})

test('notices lines that are missing before the end of a snapshot that ends with a block', async () => {
  const { client, economy, ledgerFile } = await startService()
  const fill = async (bytes: number) => {
    const before = statSync(ledgerFile).size
    await client.post('/mint', { To: 'a', Amount: 1, Note: 'x'.repeat(bytes) })
    return statSync(ledgerFile).size - before
  }
  const others = (await fill(1)) - 1
  await fill(4096 - 2 * others - 1)
  expect(await fill(4096 - others)).toBe(4096)
  await economy.close()
  await writeSnapshot({ ledgerFile, bytes: 8192 })
  truncateSync(ledgerFile, 4096)
  await expect(openLedger(ledgerFile, quietly)).rejects.toThrow(
    'invalid ledger: the end, after line 2: the bytes 8191 to 8191 are missing',
  )
})

test('a snapshot that cannot be written leaves no file', async () => {
  const path = `${temporaryLedger()}.snapshot`
  const opened = await openLedger(temporaryLedger(), quietly)
  opened.book.save = (writer) => {
    writer.number(1)
    throw new Error('the disk is full')
  }
  expect(() => saveSnapshot(path, opened.book, '')).toThrow('the disk is full')
  expect(existsSync(`${path}.new`)).toBe(false)
  await opened.close()
})

test('writes a snapshot beside a running service, even in the middle of a batch', async () => {
  const ledgerFile = temporaryLedger()
  const first = await startService({ ledgerFile, snapshotEvents: 50 })
  const mints = Array.from({ length: 300 }, (_, n) => first.client.mint(`user:${n % 11}`, 1))
  await Promise.all(mints)
  await vi.waitUntil(() => existsSync(`${ledgerFile}.snapshot`), 20_000)
  await first.economy.close()
  const opened = await openLedger(ledgerFile, quietly)
  expect(opened.eventsOfSnapshot).toBeGreaterThanOrEqual(50)
  expect(opened.events).toBe(300)
  expect(opened.ledger.state.supply).toBe(300n)
  await opened.close()
})

test('takes snapshots of a larger ledger less often', () => {
  expect([0, 1_000_000, 32_000_000, 100_000_000].map((events) => dueAfter(events))).toEqual([
    250_000, 250_000, 1_000_000, 3_125_000,
  ])
})
