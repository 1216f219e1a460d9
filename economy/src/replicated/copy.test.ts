import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { Chain } from '../ledger/file/chain.ts'
import { MemoryStore } from '../testing/memory-store.ts'
import { quietly, temporaryLedger } from '../testing/service.ts'
import { copyFile, LedgerCopy } from './copy.ts'
import type { StoredBatch } from './store.ts'

const batchBytes = 3_000

/** Returns batches of several lines each. */
function batchesOf(count: number): StoredBatch[] {
  const chain = Chain.withoutFile()
  return Array.from({ length: count }, (_, index) => {
    let lines = ''
    while (lines.length < batchBytes)
      lines += `Mint {"Id":"${index}-${lines.length}","Time":1,"To":"a","Amount":5,"Note":"x"}\n`
    chain.add(Buffer.from(lines))
    return { sequence: index + 1, epoch: 1, endsAt: chain.size, hash: chain.hash, lines: Buffer.from(lines) }
  })
}

test.each([
  ['a torn line', 20, (file: string, size: number) => truncateSync(file, size - 10)],
  [
    'an unfinished batch',
    19,
    (file: string) => {
      const text = readFileSync(file, 'utf8').trimEnd()
      writeFileSync(file, text.slice(0, text.lastIndexOf('\n') + 1))
    },
  ],
  [
    'lines that the log does not have',
    20,
    (file: string) => appendFileSync(file, 'Mint {"Id":"x","Time":1,"To":"a","Amount":5,"Note":"x"}\n'),
  ],
  [
    'a line in the fifth batch that is no event',
    4,
    (file: string) => {
      const text = readFileSync(file, 'utf8')
      const at = text.indexOf('Mint', 4.5 * batchBytes)
      writeFileSync(file, `${text.slice(0, at)}Mend${text.slice(at + 4)}`)
    },
  ],
  [
    'a changed digit in the fifth batch',
    4,
    (file: string) => {
      const text = readFileSync(file, 'utf8')
      const at = text.indexOf('"Amount":5', 4.5 * batchBytes)
      writeFileSync(file, `${text.slice(0, at)}"Amount":6${text.slice(at + 10)}`)
    },
  ],
])('a copy with %s keeps everything before it', async (name, kept, damage) => {
  const batches = batchesOf(20)
  const store = new MemoryStore(batches)
  const directory = dirname(temporaryLedger())
  const discarded: number[] = []
  const open = () =>
    LedgerCopy.open(copyFile(directory), store, {
      ...quietly,
      fromSnapshot: true,
      mayCut: 'anything',
      onDiscarded: (_reason, bytes) => discarded.push(bytes),
    })
  const first = await open()
  for (const batch of batches) await first.add(batch)
  await first.close()
  damage(`${directory}/ledger`, batches.at(-1)?.endsAt ?? 0)
  const damaged = readFileSync(`${directory}/ledger`)
  const expected = name === 'a torn line' ? kept - 1 : kept
  const isLost = name.startsWith('lines') || name.includes('in the fifth batch')

  const second = await open()
  expect(second.sequence).toBe(expected)
  expect(discarded).toEqual([batches[expected - 1]?.endsAt])
  // The log has the beginning of a batch, so nothing of it is lost.
  const saved = readdirSync(directory).filter((file) => file.startsWith('ledger.cut-'))
  expect(saved).toHaveLength(isLost ? 1 : 0)
  for (const file of saved)
    expect(readFileSync(join(directory, file))).toEqual(damaged.subarray(discarded[0]))
  for (const batch of batches.slice(expected)) await second.add(batch)
  expect(second.book.balance('a')).toBe(BigInt(second.book.history.length * 5))
  await second.close()
  await (await open()).close()
  expect(discarded).toHaveLength(1)
})

test.each([
  ['another running hash', (batch: StoredBatch) => ({ ...batch, hash: Buffer.alloc(32) }), 'running hash'],
  ['other lines', (batch: StoredBatch) => ({ ...batch, lines: Buffer.from('Mint {}\n') }), 'running hash'],
  ['a gap before it', (batch: StoredBatch) => ({ ...batch, sequence: 3 }), 'batch 3 follows batch 1'],
])('a copy adds nothing of a batch with %s', async (_name, change, message) => {
  const batches = batchesOf(2)
  const [first, second] = batches
  if (first === undefined || second === undefined) throw new Error('there are two batches')
  const directory = dirname(temporaryLedger())
  const copy = await LedgerCopy.open(copyFile(directory), new MemoryStore(batches), {
    ...quietly,
    fromSnapshot: true,
    mayCut: 'anything',
    onDiscarded: () => undefined,
  })
  await copy.add(first)
  await expect(copy.add(change(second))).rejects.toThrow(message)
  expect(copy.sequence).toBe(1)
  expect(readFileSync(copyFile(directory)).equals(first.lines)).toBe(true)
  await copy.add(second)
  await copy.close()
})

test('a copy stays as it is while the log cannot be read', async () => {
  const batches = batchesOf(3)
  const store = new MemoryStore(batches)
  const path = copyFile(dirname(temporaryLedger()))
  const discarded: string[] = []
  const open = () =>
    LedgerCopy.open(path, store, {
      ...quietly,
      fromSnapshot: true,
      mayCut: 'anything',
      onDiscarded: (reason) => discarded.push(reason),
    })
  const copy = await open()
  for (const batch of batches) await copy.add(batch)
  await copy.close()
  const content = readFileSync(path)
  vi.spyOn(store, 'last').mockRejectedValueOnce(new Error('the connection was cut'))
  await expect(open()).rejects.toThrow('the connection was cut')
  expect(readFileSync(path)).toEqual(content)
  const next = await open()
  expect(next.sequence).toBe(3)
  await next.close()
  expect(discarded).toEqual([])
})

test('the opening of a copy ends when its process stops', async () => {
  const batches = batchesOf(3)
  const store = new MemoryStore(batches)
  const path = copyFile(dirname(temporaryLedger()))
  const options = {
    ...quietly,
    fromSnapshot: true,
    mayCut: 'anything',
    onDiscarded: () => undefined,
  } as const
  const copy = await LedgerCopy.open(path, store, options)
  for (const batch of batches) await copy.add(batch)
  await copy.close()
  const stopping = AbortSignal.abort(new Error('the process stops'))
  await expect(LedgerCopy.open(path, store, { ...options, stopping })).rejects.toThrow('the process stops')
})
