import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Client, spawnService, startService, temporaryLedger } from '../testing/service.ts'

/** Sends mints with the keys `sender-0`, `sender-1`, … until the service is gone, and answers the acknowledged ones. */
async function mintUntilGone(client: Client, sender: number, onAnswer: () => void): Promise<string[]> {
  const acknowledged: string[] = []
  for (let n = 0; ; n++) {
    const answer = await client.mint('user:1', 1, `${sender}-${n}`).catch(() => 'gone')
    if (answer !== '200') return acknowledged
    acknowledged.push(`${sender}-${n}`)
    onAnswer()
  }
}

test('killed under load, everything acknowledged is there once after restart', async () => {
  const ledgerFile = temporaryLedger()
  const acknowledged: string[] = []
  for (let round = 0; round < 3; round++) {
    const service = await spawnService(ledgerFile)
    let answers = 0
    const senders = Array.from({ length: 16 }, (_, sender) =>
      mintUntilGone(service.client, round * 100 + sender, () => {
        if (++answers === 500) service.child.kill('SIGKILL')
      }),
    )
    acknowledged.push(...(await Promise.all(senders)).flat())
    await service.ended()
  }
  const { client } = await startService({ ledgerFile })
  const keys = readFileSync(ledgerFile, 'utf8').match(/(?<="Key":")[^"]+/g) ?? []
  expect(acknowledged.length).toBeGreaterThanOrEqual(1500)
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(acknowledged).difference(new Set(keys)).size).toBe(0)
  expect(await client.get('/balance/user:1')).toBe(`200 ${keys.length}`)
  // A retry of what was acknowledged changes nothing.
  expect(await client.mint('user:1', 1, acknowledged.at(-1))).toBe('200')
  expect(await client.get('/balance/user:1')).toBe(`200 ${keys.length}`)
}, 20_000)

test('told to stop under load, it answers what it accepted and exits 0', async () => {
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
}, 10_000)

describe('a process of its own', () => {
  test('a second one on the same ledger exits 1 and names the first', async () => {
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

  test('an invalid ledger exits 1 and says which line', async () => {
    const ledgerFile = temporaryLedger()
    writeFileSync(ledgerFile, 'Mint {"To":"a","Amount":1}\nnonsense\n')
    const { ended } = await spawnService(ledgerFile)
    expect(await ended()).toEqual({
      code: 1,
      errors: 'invalid ledger: line 2: does not begin with Transaction, Mint or Burn\n',
    })
  })

  // The size limit of a process is the nearest to a full disk that needs no rights; only Linux can lift it again.
  test.skipIf(process.platform !== 'linux')(
    'a full disk is 500, and is forgotten once there is room',
    async () => {
      const ledgerFile = temporaryLedger()
      writeFileSync(ledgerFile, `Mint {"To":"a","Amount":1,"Note":"${'x'.repeat(32_000)}"}\n`)
      const { client, child } = await spawnService(ledgerFile, 'ulimit -S -f 64')
      let accepted = 1
      while ((await client.mint('a', 1)) === '200') accepted++
      const size = statSync(ledgerFile).size
      expect(await client.mint('a', 1, 'k')).toBe('500 the ledger could not be written')
      expect(await client.get('/balance/a')).toBe(`200 ${accepted}`)
      expect(statSync(ledgerFile).size).toBe(size)
      execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited'])
      expect(await client.mint('a', 1, 'k')).toBe('200')
      expect(await client.get('/balance/a')).toBe(`200 ${accepted + 1}`)
      expect(await client.json('/transactions/a')).toHaveLength(accepted + 1)
    },
  )
})
