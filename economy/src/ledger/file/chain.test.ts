import { appendFileSync, copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { summarizeLedger } from '../../read-ledger.ts'
import { startService, temporaryLedger } from '../../testing/service.ts'
import { Chain } from './chain.ts'
import { blockBytes } from './chain-links.ts'

/** Returns a closed ledger of many blocks, and of two runs of the service. */
async function ledgerOfTwoRuns(): Promise<string> {
  const ledgerFile = temporaryLedger()
  for (let run = 0; run < 2; run++) {
    const { client, economy } = await startService({ ledgerFile })
    await Promise.all(Array.from({ length: 100 }, (_, n) => client.mint(`user:${n}`, 1000 + n)))
    await economy.close()
  }
  return ledgerFile
}

const verify = (ledgerFile: string) => summarizeLedger(ledgerFile, () => undefined)

/** Changes bytes of the file without making it longer or shorter. */
function change(file: string, from: string, to: string, occurrence = 0): void {
  const bytes = readFileSync(file)
  let at = bytes.indexOf(from)
  for (let n = 0; n < occurrence; n++) at = bytes.indexOf(from, at + 1)
  bytes.write(to, at)
  writeFileSync(file, bytes)
}

test('finds a digit that was changed in any part of the ledger, and names the lines', async () => {
  const ledgerFile = await ledgerOfTwoRuns()
  const lines = readFileSync(ledgerFile, 'utf8').split('\n')
  for (const line of [0, 60, 120, 199]) {
    const copy = temporaryLedger()
    copyFileSync(ledgerFile, copy)
    copyFileSync(`${ledgerFile}.chain`, `${copy}.chain`)
    change(copy, '"Amount":1', '"Amount":2', line)
    const failure: unknown = await verify(copy).catch((error: unknown) => error)
    const message = failure instanceof Error ? failure.message : ''
    const [, first = '', last = ''] = /^invalid ledger: lines (\d+) to (\d+): the bytes/.exec(message) ?? []
    expect(Number(first)).toBeLessThanOrEqual(line + 1)
    expect(Number(last)).toBeGreaterThanOrEqual(line + 1)
    expect(Number(last) - Number(first)).toBeLessThan(60)
    expect(Number(last)).toBeLessThanOrEqual(200)
    await expect(startService({ ledgerFile: copy })).rejects.toThrow(message)
  }
  expect(lines).toHaveLength(201)
})

test('finds whole lines that are missing at the end, and names the last one before them', async () => {
  const ledgerFile = await ledgerOfTwoRuns()
  const text = readFileSync(ledgerFile, 'utf8')
  const kept = text.split('\n').slice(0, 190).join('\n').length + 1
  truncateSync(ledgerFile, kept)
  await expect(startService({ ledgerFile })).rejects.toThrow(
    `invalid ledger: the end, after line 190: the bytes ${kept} to ${text.length - 1} are missing`,
  )
})

test('a save without new bytes at the end of a block changes nothing on disk', async () => {
  const ledgerFile = temporaryLedger()
  const chain = await Chain.beside(ledgerFile)
  chain.endComparison()
  chain.add(Buffer.alloc(2 * blockBytes))
  await chain.save()
  const saved = readFileSync(`${ledgerFile}.chain`)
  await chain.save()
  expect(readFileSync(`${ledgerFile}.chain`)).toEqual(saved)
})

describe('accepts', () => {
  test('events that a compatible service appended', async () => {
    const ledgerFile = await ledgerOfTwoRuns()
    appendFileSync(ledgerFile, `Mint {"Id":"other","Time":1,"To":"a","Amount":5,"Note":"x"}\n`)
    const { client, economy } = await startService({ ledgerFile })
    expect(await client.get('/balance/a')).toBe('200 5')
    await economy.close()
    change(ledgerFile, '"Amount":5', '"Amount":6')
    await expect(verify(ledgerFile)).rejects.toThrow('invalid ledger: lines')
  })

  test('a missing file of hashes, or one that a power failure cut anywhere', async () => {
    const ledgerFile = await ledgerOfTwoRuns()
    const hashes = readFileSync(`${ledgerFile}.chain`)
    for (const length of [0, 1, 44, 100, hashes.length - 1]) {
      writeFileSync(`${ledgerFile}.chain`, hashes.subarray(0, length))
      expect((await verify(ledgerFile)).events).toBe(200)
      const { economy } = await startService({ ledgerFile })
      await economy.close()
      expect(readFileSync(`${ledgerFile}.chain`)).toEqual(hashes)
    }
    writeFileSync(`${ledgerFile}.chain`, Buffer.concat([hashes.subarray(0, 88), Buffer.alloc(500)]))
    expect((await verify(ledgerFile)).events).toBe(200)
  })

  test('old hashes followed by newer ones, as a power failure may leave them', async () => {
    const ledgerFile = temporaryLedger()
    const hashes: Buffer[] = []
    for (let run = 0; run < 2; run++) {
      const { client, economy } = await startService({ ledgerFile })
      await Promise.all(Array.from({ length: 90 }, (_, n) => client.mint(`user:${n}`, 1000 + n)))
      await economy.close()
      hashes.push(readFileSync(`${ledgerFile}.chain`))
    }
    const [older = Buffer.alloc(0), newer = Buffer.alloc(0)] = hashes
    const mixed = Buffer.concat([older, newer.subarray(older.length)])
    expect(mixed.equals(newer)).toBe(false)
    writeFileSync(`${ledgerFile}.chain`, mixed)
    expect((await verify(ledgerFile)).events).toBe(180)
    change(ledgerFile, '"Amount":1', '"Amount":2', 85)
    await expect(verify(ledgerFile)).rejects.toThrow('invalid ledger: lines')
  })

  test('the ledger of a service that was killed before it wrote the last hashes', async () => {
    const ledgerFile = await ledgerOfTwoRuns()
    const hashes = readFileSync(`${ledgerFile}.chain`)
    const { client, economy } = await startService({ ledgerFile })
    await Promise.all(Array.from({ length: 50 }, () => client.mint('b', 1)))
    await economy.close()
    writeFileSync(`${ledgerFile}.chain`, hashes)
    const { client: next } = await startService({ ledgerFile })
    expect(await next.get('/balance/b')).toBe('200 50')
  })
})

test('keeps only the hashes of whole blocks before a cut', async () => {
  const ledgerFile = temporaryLedger()
  const block = 4096
  const chain = await Chain.beside(ledgerFile)
  chain.add(Buffer.alloc(3 * block + 10, 'x'))
  await chain.save()
  await Chain.cut(ledgerFile, 2 * block + 5)
  const hashes = readFileSync(`${ledgerFile}.chain`)
  const kept = await Chain.beside(ledgerFile)
  expect(kept.storedBytes).toBe(2 * block)
  kept.add(Buffer.alloc(2 * block + 5, 'x'))
  kept.endComparison()
  await Chain.cut(ledgerFile, 9 * block)
  expect(readFileSync(`${ledgerFile}.chain`)).toEqual(hashes)
})

test('cuts a ledger without hashes', async () => {
  const ledgerFile = temporaryLedger()
  await Chain.cut(ledgerFile, 0)
  expect(existsSync(`${ledgerFile}.chain`)).toBe(false)
})
