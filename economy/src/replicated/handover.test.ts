import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { lockLedger } from '../ledger/file/lock.ts'
import { openLedger } from '../ledger/file/open.ts'
import { quietly, startService, temporaryLedger } from '../testing/service.ts'
import { spawnShared, writerOf } from '../testing/shared.ts'
import { sharedLedger } from '../testing/shared-ledger.ts'
import { PostgresStore } from './postgres-store.ts'
import { copyLedger, importLedger } from './transfer.ts'

const times = { renewMs: 50, readMs: 300, abandonedMs: 1_000, followMs: 20 }

const transfer = { mayBeAlone: true, onProgress: () => undefined, onCaughtUp: () => undefined }

/** Returns a closed ledger file in which `a` has 5. */
async function ledgerFile(): Promise<string> {
  const { client, economy, ledgerFile: path } = await startService()
  await client.mint('a', 5)
  await economy.close()
  return path
}

test('no process writes a log whose import has ended too early, until it is imported completely', async () => {
  const [url, path] = [await sharedLedger(), await ledgerFile()]
  const stop = () => {
    throw new Error('the import was stopped')
  }
  const stopped = importLedger(temporaryLedger(), { ...transfer, url, path, follow: true, onCaughtUp: stop })
  await expect(stopped).rejects.toThrow('the import was stopped')
  const service = await spawnShared(url, { times })
  await expect.poll(service.messages).toContain('the ledger in PostgreSQL is closed')
  const store = await PostgresStore.connect(url, { mayBeAlone: true })
  const { epoch } = await store.lease()
  expect(await store.takeLease(epoch)).toBeUndefined()
  await store.close()
  await importLedger(temporaryLedger(), { ...transfer, url, path, follow: false })
  await writerOf([service])
  expect(await service.client.get('/balance/a')).toBe('200 5')
})

/** Starts an import that follows a locked ledger file, and waits until everything is copied. `unlock` lets it end. */
async function startImport() {
  const [url, path] = [await sharedLedger(), await ledgerFile()]
  const unlock = lockLedger(path)
  const { promise: caughtUp, resolve: onCaughtUp } = Promise.withResolvers<void>()
  const imported = importLedger(temporaryLedger(), { ...transfer, url, path, follow: true, onCaughtUp })
  await caughtUp
  return { url, store: await PostgresStore.connect(url, { mayBeAlone: true }), unlock, imported }
}

test('an import renews its lease until it has ended', async () => {
  const { store, unlock, imported } = await startImport()
  const renewal = async () => (await store.lease()).renewal
  const before = await renewal()
  await expect.poll(renewal).toBeGreaterThan(before)
  unlock()
  await imported
  expect(await store.lease()).toMatchObject({ renewal: 0, isOpen: true })
  await store.close()
})

test('an import succeeds although another process writes as soon as it may', async () => {
  const { url, store, unlock, imported } = await startImport()
  await giveUpLeasesSlowly(url)
  const { epoch } = await store.lease()
  unlock()
  while ((await store.takeLease(epoch)) === undefined) await setImmediate()
  await imported
  await store.close()
})

/** Makes a writer hold its lease a little longer, as on a slow server. */
async function giveUpLeasesSlowly(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF current_query() LIKE '%renewed_at = ''epoch''%' THEN PERFORM pg_sleep(0.2); END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER waits BEFORE UPDATE ON ledger_writer EXECUTE FUNCTION wait()`)
  await client.end()
}

test('the side from which a ledger has moved accepts nothing until it moves back', async () => {
  const [url, path] = [await sharedLedger(), await ledgerFile()]
  await importLedger(temporaryLedger(), { ...transfer, url, path, follow: false })
  await expect(openLedger(path, quietly)).rejects.toThrow(`remove ${path}.moved`)

  const processes = [await spawnShared(url, { times }), await spawnShared(url, { times })]
  const writer = await writerOf(processes)
  const [left] = processes.filter((process) => process !== writer)
  if (left === undefined) throw new Error('there is no standby')
  const { promise: caughtUp, resolve: onCaughtUp } = Promise.withResolvers<void>()
  const copied = copyLedger({ ...transfer, url, path, follow: true, onCaughtUp })
  await caughtUp
  left.child.kill('SIGSTOP')
  await writer.ended('SIGTERM')
  await copied
  left.child.kill('SIGCONT')
  await expect.poll(left.messages).toContain('the ledger in PostgreSQL is closed')
  expect(await left.client.mint('a', 1)).toMatch(/^503/)

  const { client, economy } = await startService({ ledgerFile: path })
  expect(await client.mint('a', 1)).toBe('200')
  await economy.close()
  expect(await importLedger(temporaryLedger(), { ...transfer, url, path, follow: false })).toBeGreaterThan(0)
  await writerOf([left])
  expect(await left.client.get('/balance/a')).toBe('200 6')
})
