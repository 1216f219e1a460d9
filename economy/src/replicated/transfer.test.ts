import { appendFileSync, copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { LedgerUnavailable } from '../fault.ts'
import { startService, temporaryLedger } from '../testing/service.ts'
import { spawnShared, writerOf } from '../testing/shared.ts'
import { sharedLedger } from '../testing/shared-ledger.ts'
import { FetchedLedger } from './fetched-ledger.ts'
import { copyLedger, importLedger } from './transfer.ts'

const once = { mayBeAlone: true, follow: false, onProgress: () => undefined, onCaughtUp: () => undefined }

/** Returns a closed ledger file with many events. */
async function ledgerFileOf(events: number): Promise<string> {
  const { client, ledgerFile, economy } = await startService()
  await Promise.all(Array.from({ length: events }, (_, n) => client.mint(`user:${n % 9}`, n + 1, `key-${n}`)))
  await economy.close()
  return ledgerFile
}

const imported = (url: string, path: string, copy = temporaryLedger()) =>
  importLedger(copy, { ...once, url, path })

async function fetched(url: string): Promise<FetchedLedger> {
  const ledger = await FetchedLedger.create(url, temporaryLedger())
  onTestFinished(() => ledger.close())
  await ledger.refresh()
  return ledger
}

test('a ledger moves into PostgreSQL and back unchanged, and the service continues it', async () => {
  const url = await sharedLedger()
  const file = await ledgerFileOf(300)
  const before = readFileSync(file, 'utf8')
  expect(await imported(url, file)).toBe(before.length)
  // A second import adds nothing. A longer file adds only its new lines.
  expect(await imported(url, file)).toBe(0)
  const line = 'Mint {"Id":"later","Time":1,"To":"a","Amount":5,"Note":"x"}\n'
  copyFileSync(file, `${file}-longer`)
  appendFileSync(`${file}-longer`, line)
  expect(await imported(url, `${file}-longer`)).toBe(line.length)

  const copy = await fetched(url)
  expect(readFileSync(copy.path, 'utf8')).toBe(before + line)
  const { client } = await writerOf([await spawnShared(url)])
  expect(await client.get('/balance/a')).toBe('200 5')
  expect(await client.mint('user:0', 1, 'key-0')).toBe('200')
  expect(await client.mint('user:3', 8)).toBe('200')
  await copy.refresh()
  expect(readFileSync(copy.path, 'utf8')).toMatch(/"To":"user:3","Amount":8,"Note":"test"\}\n$/)
})

test('an import refuses a file that differs from the log, is invalid or in use, and a log that a service writes', async () => {
  const url = await sharedLedger()
  const [file, other] = [await ledgerFileOf(3), await ledgerFileOf(3)]
  await imported(url, file)
  await expect(imported(url, other)).rejects.toThrow('has other events than the file')
  appendFileSync(other, 'nonsense\n')
  await expect(imported(await sharedLedger(), other)).rejects.toThrow(/^invalid ledger: line 4/)
  const used = await ledgerFileOf(1)
  const { economy } = await startService({ ledgerFile: used })
  await expect(imported(url, used)).rejects.toThrow(`is in use by process ${process.pid}`)
  await economy.close()
  await writerOf([await spawnShared(url)])
  await expect(imported(url, file)).rejects.toThrow('stop it before the import')
  await expect(
    importLedger(temporaryLedger(), { ...once, url, path: file, mayBeAlone: false }),
  ).rejects.toThrow('no synchronous standby')
})

test('an import fails if the end of the file has changed meanwhile', async () => {
  const url = await sharedLedger()
  const file = await ledgerFileOf(3)
  const change = () => {
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/"Amount":(\d)/g, '"Amount":9'))
  }
  const changed = importLedger(temporaryLedger(), {
    ...once,
    url,
    path: file,
    follow: true,
    onCaughtUp: change,
  })
  await expect(changed).rejects.toThrow('the file has changed during the import')
  expect(existsSync(`${file}.moved`)).toBe(false)
})

test('an import that ends before it has opened the log leaves no side on which a service could start', async () => {
  const url = await sharedLedger()
  const file = await ledgerFileOf(3)
  await imported(url, file)
  rmSync(`${file}.moved`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the power is gone'; END $$;
    CREATE TRIGGER fails BEFORE UPDATE ON ledger_epoch FOR EACH ROW WHEN (NEW.is_open AND NOT OLD.is_open)
      EXECUTE FUNCTION fail()`)
  await expect(imported(url, file)).rejects.toThrow('the power is gone')
  await expect(startService({ ledgerFile: file })).rejects.toThrow('has moved to PostgreSQL')
  const { rows } = await client.query('SELECT is_open FROM ledger_epoch')
  expect(rows).toEqual([{ is_open: false }])
})

test('commands fail with the reason of a server that refuses', async () => {
  const url = await sharedLedger()
  const file = await ledgerFileOf(3)
  await imported(url, file)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('ALTER TABLE ledger_batches RENAME COLUMN hash TO other')
  await client.end()
  const refused = imported(url, file)
  await expect(refused).rejects.toThrow('column "hash" does not exist')
  await expect(refused).rejects.toThrow(LedgerUnavailable)
  await expect(fetched(url)).rejects.toThrow(LedgerUnavailable)
})

test.each(['never moved', 'has moved to PostgreSQL before'])(
  'a service continues a file that a following copy has filled, and that %s',
  async (past) => {
    const url = await sharedLedger()
    const file = await ledgerFileOf(3)
    await imported(url, file)
    const path = past === 'never moved' ? temporaryLedger() : file
    await copyLedger({ ...once, url, path, follow: true })
    const { client, economy } = await startService({ ledgerFile: path })
    expect(await client.mint('user:0', 1)).toBe('200')
    await economy.close()
  },
)

test('a fetched ledger that cannot be created leaves no connection', async () => {
  const url = await sharedLedger()
  const path = temporaryLedger()
  writeFileSync(path, '')
  await expect(FetchedLedger.create(url, path)).rejects.toThrow('EEXIST')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const others = 'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
  await expect.poll(async () => (await client.query(others)).rowCount).toBe(0)
})

test('a copy completes a file that is a prefix of the ledger, and refuses any other', async () => {
  const url = await sharedLedger()
  const file = await ledgerFileOf(200)
  const all = readFileSync(file, 'utf8')
  await imported(url, file)
  const path = temporaryLedger()
  const copied = () => copyLedger({ ...once, url, path })
  expect(await copied()).toBe(all.length)
  expect(readFileSync(path, 'utf8')).toBe(all)
  const torn = all.slice(0, -20)
  writeFileSync(path, torn)
  await copied()
  expect(readFileSync(path, 'utf8')).toBe(all)
  const { client, economy } = await startService({ ledgerFile: path })
  expect(await client.get('/balance/user:0')).toMatch(/^200 \d+/)
  expect(await client.mint('user:0', 1)).toBe('200')
  await economy.close()
  const changed = readFileSync(path, 'utf8')
  await expect(copied()).rejects.toThrow('has other events than PostgreSQL')
  expect(readFileSync(path, 'utf8')).toBe(changed)
})
