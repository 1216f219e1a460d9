import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exportLedger, summarizeLedger } from './read-ledger.ts'
import { startService, temporaryLedger } from './testing/service.ts'

async function exported(path: string, format: 'csv' | 'jsonl'): Promise<string> {
  let text = ''
  await exportLedger(
    path,
    format,
    async (piece) => {
      text += piece
    },
    () => undefined,
  )
  return text
}

test('recomputes the totals of a running service from its file', async () => {
  const { client, ledgerFile } = await startService()
  await client.mint('a', '18446744073709551615')
  await client.post('/burn', { From: 'a', Amount: 615, Note: 'n', Link: 'l' })
  await client.post('/transact', { From: 'a', To: 'b', Amount: 1000, Note: 'n', Fee: 0.1 })
  await client.mint('c', 5)
  const before = readFileSync(ledgerFile)
  let progress = 0
  const { balances, ...totals } = await summarizeLedger(ledgerFile, (read, bytes) => {
    progress = read / bytes
  })
  expect(totals).toEqual({
    events: 4,
    transactions: 1,
    mints: 2,
    burns: 1,
    minted: 18_446_744_073_709_551_620n,
    burned: 715n,
    fees: 100n,
    supply: 18_446_744_073_709_550_905n,
    accounts: 3,
    bytes: before.length,
    tailBytes: 0,
  })
  for (const { user, balance } of balances())
    expect(await client.get(`/balance/${user}`)).toBe(`200 ${balance}`)
  expect(progress).toBe(1)
  expect(readFileSync(ledgerFile)).toEqual(before)
})

test('names the line of an invalid ledger, and leaves a torn one unchanged', async () => {
  const ledgerFile = temporaryLedger()
  writeFileSync(ledgerFile, 'Mint {"To":"a","Amount":1}\nBurn {"From":"a"')
  expect((await summarizeLedger(ledgerFile, () => undefined)).tailBytes).toBe(16)
  appendFileSync(ledgerFile, ',"Amount":2}\n')
  await expect(summarizeLedger(ledgerFile, () => undefined)).rejects.toThrow(
    /^invalid ledger: line 2: insufficient balance/,
  )
  await expect(summarizeLedger(`${ledgerFile}-none`, () => undefined)).rejects.toThrow(
    /^cannot read the ledger/,
  )
})

test('exports the exact events', async () => {
  const { client, ledgerFile } = await startService()
  await client.mint('a', '18446744073709551615', 'key "1"')
  await client.post('/burn', {
    From: 'a',
    Amount: 5,
    Note: 'a, "b"\nc',
    Link: 'l',
    Returns: { 'asset-1': 2, 'asset-2': 3 },
  })
  await client.post('/transact', { From: 'a', To: 'b', Amount: 7, Note: 'n', Fee: 0.25 })
  const history = await client.get('/transactions')
  const lines = (await exported(ledgerFile, 'jsonl')).trimEnd().split('\n')
  expect(`200 [${lines.toReversed().join(',')}]`).toBe(history)
  const csv = (await exported(ledgerFile, 'csv')).replaceAll(/(?<=,|\n)(\w{15},\d{13})(?=,)/g, 'id,time')
  expect(csv).toBe(
    'Type,Id,Time,From,To,Amount,Note,Link,Returns,Fee,Key\r\n' +
      'Mint,id,time,,a,18446744073709551615,test,,,,"key ""1"""\r\n' +
      'Burn,id,time,a,,5,"a, ""b""\nc",l,asset-1:2 asset-2:3,,\r\n' +
      'Transaction,id,time,a,b,7,n,,,0.25,\r\n',
  )
})
