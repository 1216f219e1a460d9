import { expect, test } from 'vitest'
import { EconomyFault } from '../fault.ts'
import { connectClient, connectProcess } from '../testing/postgres-clients.ts'
import { sharedLedger } from '../testing/shared-ledger.ts'

test('an append with a warning has failed, even if the database suppresses warnings', async () => {
  const url = await sharedLedger()
  const store = await connectProcess(`${url}?options=-c%20client_min_messages%3Derror`)
  const epoch = (await store.takeLease(0)) ?? 0
  const client = await connectClient(url)
  await client.query(`
    CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'no standby'; RETURN NEW; END $$;
    CREATE TRIGGER warns BEFORE INSERT ON ledger_batches FOR EACH ROW EXECUTE FUNCTION warn()`)
  const lines = Buffer.from('lines')
  await expect(
    store.append({ sequence: 1, epoch, endsAt: lines.length, hash: Buffer.alloc(32), lines }),
  ).rejects.toThrow('the commit may not be durable: no standby')
})

test('a command whose lease another process takes fails with a sentence for the operator', async () => {
  const url = await sharedLedger()
  const store = await connectProcess(url)
  const epoch = (await store.takeLease(0)) ?? 0
  await store.takeLease(epoch)
  await expect(store.renewLease(epoch, '')).rejects.toBeInstanceOf(EconomyFault)
})

test('while a commit waits, standbys connect and read, and no statement waits for longer than its client', async () => {
  const url = await sharedLedger()
  await connectProcess(url)
  const commit = await connectClient(url)
  await commit.query(`BEGIN; SELECT FROM ledger_epoch FOR SHARE; UPDATE ledger_writer SET address = 'a';
    INSERT INTO ledger_batches VALUES (1, 1, 1, '', '')`)
  const standby = await connectProcess(url)
  expect(await standby.batchesAfter(0)).toEqual([])
  await expect(standby.takeLease(0)).rejects.toThrow('lock timeout')
  // Other tests use the same server.
  const { rows } = await commit.query(`SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND datname = current_database()`)
  expect(rows).toEqual([])
})

test('a standby reads few bytes or few batches at once, and at least one batch', async () => {
  const url = await sharedLedger()
  const store = await connectProcess(url)
  const client = await connectClient(url)
  await client.query(`INSERT INTO ledger_batches
    SELECT n, 1, CASE WHEN n <= 3 THEN n * 9000000 WHEN n <= 6 THEN n * 3000000 + 18000000 ELSE n + 36000000 END, '', ''
    FROM generate_series(1, 2000) AS n`)
  const reads: number[] = []
  for (let sequence = 0; ; ) {
    const batches = await store.batchesAfter(sequence)
    if (batches.length === 0) break
    reads.push(batches.length)
    sequence = batches.at(-1)?.sequence ?? 0
  }
  expect(reads).toEqual([1, 1, 1, 2, 1000, 995])
})

test('a warning counts against the statement that caused it and those after it, even if they already wait', async () => {
  const url = await sharedLedger()
  const store = await connectProcess(url)
  const epoch = (await store.takeLease(0)) ?? 0
  const client = await connectClient(url)
  // Deferred: as with a cancelled wait for a standby, the warning comes from the commit.
  await client.query(`
    CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'no standby'; RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER warns AFTER UPDATE ON ledger_writer DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION warn()`)
  const lines = Buffer.from('lines')
  const append = (sequence: number) =>
    store.append({ sequence, epoch, endsAt: sequence * lines.length, hash: Buffer.alloc(32), lines })
  const outcomes = await Promise.allSettled([append(1), store.renewLease(epoch, 'a'), append(2)])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test('a writer that ends gives up its lease, so that the next one need not wait', async () => {
  const url = await sharedLedger()
  const writer = await connectProcess(url)
  const epoch = (await writer.takeLease(0)) ?? 0
  await writer.renewLease(epoch, 'http://writer')
  await writer.releaseLease(epoch)
  const standby = await connectProcess(url)
  expect(await standby.lease()).toMatchObject({ isOpen: true, renewal: 0, address: '' })
  expect(await standby.isWriterGone()).toBe(true)
})

test('a former writer that ends leaves the lease of its successor alone', async () => {
  const url = await sharedLedger()
  const former = await connectProcess(url)
  const epoch = (await former.takeLease(0)) ?? 0
  const client = await connectClient(url)
  // Another process took over, and this one's connection was not ended.
  await client.query("UPDATE ledger_writer SET epoch = 2, address = 'http://next', renewed_at = now()")
  await former.releaseLease(epoch)
  expect(await former.lease()).toMatchObject({
    address: 'http://next',
    renewal: expect.toSatisfy((at) => at > 0),
  })
})

test('standbys are unknown, and not without a state, if the server shows nothing of one of them', async () => {
  const url = await sharedLedger()
  const client = await connectClient(url)
  // The server's own view. Without the role `pg_read_all_stats`, columns are empty.
  await client.query(
    'CREATE TABLE shown (application_name text, state text, sync_state text, flush_lsn pg_lsn)',
  )
  await client.query("INSERT INTO shown VALUES ('one', 'streaming', 'sync', pg_current_wal_lsn())")
  await client.query('CREATE VIEW pg_stat_replication AS SELECT * FROM shown')
  const store = await connectProcess(`${url}?options=-c%20search_path%3Dpublic,pg_catalog`)
  expect(await store.standbys()).toMatchObject([{ name: 'one', state: 'sync' }])
  await client.query("INSERT INTO shown VALUES ('two', NULL, NULL, NULL)")
  expect(await store.standbys()).toBeUndefined()
})

test('the end of a connection is no lost connection for the server', async () => {
  const url = await sharedLedger()
  const client = await connectClient(url)
  const store = await connectProcess(url)
  await store.close()
  const counted = async () => {
    const { rows } = await client.query<{ ended: boolean; abandoned: number }>(
      `SELECT sessions_abandoned::int AS abandoned, NOT EXISTS (
         SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()) AS ended
       FROM pg_stat_database WHERE datname = current_database()`,
    )
    return rows[0]
  }
  await expect.poll(async () => (await counted())?.ended).toBe(true)
  expect(await counted()).toMatchObject({ abandoned: 0 })
})
