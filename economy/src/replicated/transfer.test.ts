import { appendFileSync, copyFileSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { startService, temporaryLedger } from '../testing/service.ts'
import { sharedLedger, spawnShared, writerOf } from '../testing/shared.ts'
import { FetchedLedger, importLedger } from './transfer.ts'

const alone = { mayBeAlone: true, onProgress: () => undefined }

/** Returns a closed ledger file with many events. */
async function ledgerFileOf(events: number): Promise<string> {
  const { client, ledgerFile, economy } = await startService()
  await Promise.all(Array.from({ length: events }, (_, n) => client.mint(`user:${n % 9}`, n + 1, `key-${n}`)))
  await economy.close()
  return ledgerFile
}

async function fetched(url: string): Promise<FetchedLedger> {
  const ledger = await FetchedLedger.create(url, temporaryLedger())
  onTestFinished(() => ledger.close())
  await ledger.refresh()
  return ledger
}

test('a file moves into PostgreSQL and back, byte for byte, and the service goes on', async () => {
  const url = await sharedLedger()
  const file = await ledgerFileOf(300)
  const before = readFileSync(file, 'utf8')
  expect(await importLedger(url, file, alone)).toBe(before.length)
  // A second import has nothing to do, and a longer file only its end.
  expect(await importLedger(url, file, alone)).toBe(0)
  const line = 'Mint {"Id":"later","Time":1,"To":"a","Amount":5,"Note":"x"}\n'
  copyFileSync(file, `${file}-longer`)
  appendFileSync(`${file}-longer`, line)
  expect(await importLedger(url, `${file}-longer`, alone)).toBe(line.length)

  const copy = await fetched(url)
  expect(readFileSync(copy.path, 'utf8')).toBe(before + line)
  const { client } = await writerOf([await spawnShared(url)])
  expect(await client.get('/balance/a')).toBe('200 5')
  expect(await client.mint('user:0', 1, 'key-0')).toBe('200')
  expect(await client.mint('user:3', 8)).toBe('200')
  await copy.refresh()
  expect(readFileSync(copy.path, 'utf8')).toMatch(/"To":"user:3","Amount":8,"Note":"test"\}\n$/)
})

test('an import refuses other events, an invalid or used file, and a log that a service writes', async () => {
  const url = await sharedLedger()
  const [file, other] = [await ledgerFileOf(3), await ledgerFileOf(3)]
  await importLedger(url, file, alone)
  await expect(importLedger(url, other, alone)).rejects.toThrow('has other events than the file')
  appendFileSync(other, 'nonsense\n')
  await expect(importLedger(await sharedLedger(), other, alone)).rejects.toThrow(/^invalid ledger: line 4/)
  const { economy } = await startService({ ledgerFile: file })
  await expect(importLedger(url, file, alone)).rejects.toThrow(`is in use by process ${process.pid}`)
  await economy.close()
  await writerOf([await spawnShared(url)])
  await expect(importLedger(url, file, alone)).rejects.toThrow('stop it before the import')
  await expect(importLedger(url, file, { ...alone, mayBeAlone: false })).rejects.toThrow(
    'no synchronous standby',
  )
})
