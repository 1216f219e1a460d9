import { closeSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { quietly, startService, submitted, temporaryLedger } from '../../testing/service.ts'
import { openLedger } from '../file/open.ts'
import { replay } from '../replay/replay.ts'
import { Book } from './book.ts'
import { historyFile } from './history.ts'

/** Overwrites the first character of a line, as a failing disk or an editor might. */
function damage(ledgerFile: string, line: number): void {
  const lines = readFileSync(ledgerFile, 'utf8').split('\n')
  const offset = Buffer.byteLength(
    lines
      .slice(0, line - 1)
      .map((each) => `${each}\n`)
      .join(''),
  )
  const file = openSync(ledgerFile, 'r+')
  writeSync(file, 'x', offset)
  closeSync(file)
}

async function startLogged() {
  const logged: string[] = []
  const service = await startService({ log: (messages) => logged.push(...messages) })
  return { ...service, logged: () => logged.filter((message) => message.startsWith('unexpected error')) }
}

test('answers 500 for a stored line that was damaged, and logs which line it is', async () => {
  const { client, ledgerFile, logged } = await startLogged()
  for (const user of ['user:1', 'user:2', 'user:3']) await client.mint(user, 5)
  damage(ledgerFile, 2)
  expect(await client.get('/transactions/user:2')).toBe('500 internal error')
  expect(await client.get('/transactions')).toBe('500 internal error')
  expect(logged()).toEqual([expect.stringContaining('the ledger is damaged: line 2: does not begin with')])
  expect(await client.get('/transactions/user:3')).toMatch(/^200 \[\{"Type":"Mint"/)
  expect(await client.get('/balance/user:2')).toBe('200 5')
})

test('answers 500 when the ledger was cut short beneath the service', async () => {
  const { client, ledgerFile, logged } = await startLogged()
  await client.mint('user:1', 5, 'key')
  truncateSync(ledgerFile, 20)
  expect(await client.get('/transactions')).toBe('500 internal error')
  expect(await client.mint('user:1', 5, 'key')).toBe('500 internal error')
  expect(logged()).toEqual([expect.stringContaining('the ledger is damaged: it ends before or in line 1')])
})

test('reads a line even if the file returns a few bytes at a time', async () => {
  const { client, ledgerFile, economy } = await startService()
  for (let amount = 1; amount <= 5; amount++) await client.mint('user:1', amount)
  await economy.close()
  const file = await open(ledgerFile)
  onTestFinished(() => file.close())
  const read = (bytes: Buffer, offset: number, length: number, position: number) =>
    file.read(bytes, offset, Math.min(length, 7), position)
  const book = new Book({ ...historyFile(file), read })
  await replay(file, book)
  expect((await book.history.lastBefore(5)).map(({ Amount }) => Amount)).toEqual([5n, 4n, 3n, 2n, 1n])
})

test('answers every other submission of a batch when one of them throws', async () => {
  const ledgerFile = temporaryLedger()
  const { ledger, book, close } = await openLedger(ledgerFile, quietly)
  onTestFinished(close)
  const mint = { Type: 'Mint', To: 'a', Amount: 5n, Note: 'n' } as const
  expect(await submitted(ledger, { proposal: mint, key: 'damaged' })).toBe('accepted')
  damage(ledgerFile, 1)
  const outcomes = await Promise.all([
    submitted(ledger, { proposal: mint }),
    submitted(ledger, { proposal: mint, key: 'damaged' }),
    submitted(ledger, { proposal: { Type: 'Burn', From: 'a', Amount: 11n, Note: 'n', Link: '/' } }),
    submitted(ledger, { proposal: { Type: 'Burn', From: 'a', Amount: 10n, Note: 'n', Link: '/' } }),
  ])
  expect(outcomes).toEqual([
    'accepted',
    { failed: expect.objectContaining({ message: expect.stringContaining('line 1') }) },
    { refused: expect.stringContaining('insufficient balance') },
    'accepted',
  ])
  expect(book.balance('a')).toBe(0n)
  expect(ledger.state.outcomes).toMatchObject({ accepted: 3, failed: 1, refused: 1, 'not written': 0 })
})

test('lists the events of a user before an event of another account', async () => {
  const { ledger, book, close } = await openLedger(temporaryLedger(), quietly)
  onTestFinished(close)
  for (const [index, To] of ['a', 'a', 'b', 'a', 'a'].entries()) {
    const Amount = BigInt(index + 1)
    expect(await submitted(ledger, { proposal: { Type: 'Mint', To, Amount, Note: 'n' } })).toBe('accepted')
  }
  const [ofOther] = (await book.recent('b', undefined)) ?? []
  const before = await book.recent('a', ofOther?.Id)
  expect(before?.map(({ Amount }) => Amount)).toEqual([2n, 1n])
})
