import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { cases } from '../../../../tools/cases.ts'
import type { FaultPoint } from '../../testing/serve.ts'
import {
  type Client,
  type Driver,
  drivers,
  spawnService,
  startService,
  temporaryLedger,
} from '../../testing/service.ts'

/** Sends mints with the keys `sender-0`, `sender-1`, … until the service ends. Returns the acknowledged ones. */
async function mintUntilGone(client: Client, sender: number, onAnswer: () => void): Promise<string[]> {
  const acknowledged: string[] = []
  for (let n = 0; ; n++) {
    const answer = await client.mint('user:1', 1, `${sender}-${n}`).catch(() => 'gone')
    if (answer !== '200') return acknowledged
    acknowledged.push(`${sender}-${n}`)
    onAnswer()
  }
}

/** Checks that every acknowledged event is in the ledger exactly once, and that the balance is their sum. */
async function expectAllThere(
  ledgerFile: string,
  acknowledged: readonly string[],
  driver: Driver = 'file',
): Promise<void> {
  const { client, economy } = await startService({ ledgerFile, driver })
  const keys = readFileSync(ledgerFile, 'utf8').match(/(?<="Key":")[^"]+/g) ?? []
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(acknowledged).difference(new Set(keys)).size).toBe(0)
  expect(await client.get('/balance/user:1')).toBe(`200 ${keys.length}`)
  // A retry of an acknowledged request changes nothing.
  const last = acknowledged.at(-1)
  if (last !== undefined) expect(await client.mint('user:1', 1, last)).toBe('200')
  expect(await client.get('/balance/user:1')).toBe(`200 ${keys.length}`)
  await economy.close()
}

test.each(drivers)(
  'keeps every acknowledged event exactly once when killed under load (%s)',
  async (driver) => {
    const ledgerFile = temporaryLedger()
    const acknowledged: string[] = []
    for (let round = 0; round < cases(2, 5); round++) {
      const service = await spawnService(ledgerFile, { driver })
      const fatal = 1 + Math.floor(Math.random() * 400)
      let answers = 0
      const senders = Array.from({ length: 16 }, (_, sender) =>
        mintUntilGone(service.client, round * 100 + sender, () => {
          if (++answers === fatal) service.child.kill('SIGKILL')
        }),
      )
      acknowledged.push(...(await Promise.all(senders)).flat())
      await service.ended()
      expect(acknowledged.length).toBeGreaterThanOrEqual(fatal)
      await expectAllThere(ledgerFile, acknowledged, driver)
    }
  },
)

test.each<FaultPoint>(['received', 'decided', 'half written', 'written', 'answered'])(
  'keeps every acknowledged event exactly once, and no partial line, when killed at "%s"',
  async (point) => {
    const ledgerFile = temporaryLedger()
    const acknowledged: string[] = []
    for (const passage of [1, 4]) {
      const service = await spawnService(ledgerFile, { fault: [point, passage] })
      const senders = Array.from({ length: 8 }, (_, sender) =>
        mintUntilGone(service.client, passage * 100 + sender, () => undefined),
      )
      acknowledged.push(...(await Promise.all(senders)).flat())
      await service.ended()
      expect(service.child.signalCode).toBe('SIGKILL')
      await expectAllThere(ledgerFile, acknowledged)
      expect(readFileSync(ledgerFile).at(-1) ?? 0x0a).toBe(0x0a)
    }
  },
)

test('answers accepted requests and exits 0 when stopped under load', async () => {
  const ledgerFile = temporaryLedger()
  const service = await spawnService(ledgerFile)
  let answers = 0
  const senders = Array.from({ length: 16 }, (_, sender) =>
    mintUntilGone(service.client, sender, () => {
      if (++answers === 200) service.child.kill('SIGTERM')
    }),
  )
  const acknowledged = (await Promise.all(senders)).flat()
  expect(await service.ended()).toEqual({ code: 0, errors: '' })
  expect(readFileSync(ledgerFile, 'utf8').match(/\n/g)).toHaveLength(acknowledged.length)
})

describe('as a separate process', () => {
  test('exits 1 and names the process that holds the ledger', async () => {
    const ledgerFile = temporaryLedger()
    const first = await spawnService(ledgerFile)
    await first.client.mint('user:1', 1)
    writeFileSync(ledgerFile, 'Mint {"', { flag: 'a' })
    const before = readFileSync(ledgerFile)
    const second = await spawnService(ledgerFile)
    expect(await second.ended()).toEqual({
      code: 1,
      errors: `the ledger ${ledgerFile} is in use by process ${first.child.pid}\n`,
    })
    expect(readFileSync(ledgerFile)).toEqual(before)
    await first.ended('SIGKILL')
    const third = await spawnService(ledgerFile)
    expect(await third.client.get('/balance/user:1')).toBe('200 1')
  })

  test('exits 1 and names the line of an invalid ledger', async () => {
    const ledgerFile = temporaryLedger()
    writeFileSync(ledgerFile, 'Mint {"To":"a","Amount":1}\nnonsense\n')
    const { ended } = await spawnService(ledgerFile)
    expect(await ended()).toEqual({
      code: 1,
      errors: 'invalid ledger: line 2: does not begin with Transaction, Mint or Burn\n',
    })
  })

  test('answers 500 while the disk is full, and recovers once there is room', async (context) => {
    const directory = mountSmallDisk()
    if (directory === undefined) {
      process.stdout.write('skipped: a small file system can be mounted by root on Linux only\n')
      context.skip()
      return
    }
    const ledgerFile = join(directory, 'ledger')
    const filler = join(directory, 'filler')
    writeFileSync(filler, Buffer.alloc(900_000))
    const { client, ended } = await spawnService(ledgerFile)
    const large = { To: 'a', Amount: 1, Note: 'x'.repeat(10_000) }
    let accepted = 0
    while ((await client.post('/mint', large)) === '200') accepted++
    const size = statSync(ledgerFile).size
    expect(await client.post('/mint', large, { 'Idempotency-Key': 'k' })).toBe(
      '500 the ledger could not be written',
    )
    expect(await client.get('/balance/a')).toBe(`200 ${accepted}`)
    expect(statSync(ledgerFile).size).toBe(size)
    expect(readFileSync(ledgerFile, 'utf8').match(/\n/g) ?? []).toHaveLength(accepted)
    rmSync(filler)
    expect(await client.post('/mint', large, { 'Idempotency-Key': 'k' })).toBe('200')
    expect(await client.get('/balance/a')).toBe(`200 ${accepted + 1}`)
    await ended('SIGTERM')
    const restarted = await spawnService(ledgerFile)
    expect(await restarted.client.json('/transactions/a')).toHaveLength(accepted + 1)
    await restarted.ended('SIGTERM')
  })
})

/** Mounts a file system of one megabyte until the test ends. Returns undefined without the permission to mount. */
function mountSmallDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const directory = dirname(temporaryLedger())
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory]).status !== 0) return undefined
  onTestFinished(() => {
    spawnSync('umount', [directory])
  })
  return directory
}
