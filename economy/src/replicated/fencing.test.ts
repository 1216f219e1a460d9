import { beforeEach, describe, expect, test } from 'vitest'
import { connectClient, connectProcess } from '../testing/postgres-clients.ts'
import { sharedLedger } from '../testing/shared-ledger.ts'
import type { PostgresStore } from './postgres-store.ts'
import { Fenced } from './store.ts'

const lines = Buffer.from('lines')

const batch = (sequence: number, epoch: number) => ({
  sequence,
  epoch,
  endsAt: sequence * lines.length,
  hash: Buffer.alloc(32),
  lines,
})

describe('a former writer on a new connection', () => {
  let former: PostgresStore
  let writer: PostgresStore

  beforeEach(async () => {
    const url = await sharedLedger()
    ;[former, writer] = [await connectProcess(url), await connectProcess(url)]
    expect(await writer.takeLease(0)).toBe(1)
    await writer.renewLease(1, 'http://writer')
  })

  test.each([
    ['append', () => former.append(batch(1, 0))],
    ['renew the lease', () => former.renewLease(0, 'http://former')],
    ['close the log', () => former.closeLog(0)],
    ['open the log', () => former.openLog(0)],
  ] as const)('cannot %s', async (_name, attempt) => {
    await expect(attempt()).rejects.toThrow(Fenced)
    expect(await writer.lease()).toMatchObject({ epoch: 1, isOpen: true, address: 'http://writer' })
    expect(await writer.last()).toBeUndefined()
    await writer.append(batch(1, 1))
  })

  test('does not release the lease of its successor', async () => {
    const before = await writer.lease()
    await former.releaseLease(0)
    expect(await writer.lease()).toMatchObject({ renewal: before.renewal, address: 'http://writer' })
  })
})

test('a process takes the lease only if no other one has taken it since it looked', async () => {
  const url = await sharedLedger()
  const [first, second] = [await connectProcess(url), await connectProcess(url)]
  expect(await first.takeLease(0)).toBe(1)
  expect(await second.takeLease(0)).toBeUndefined()
  expect(await second.takeLease(2)).toBeUndefined()
  // The losing process has not ended the connection of the other one.
  await first.append(batch(1, 1))
  expect(await second.takeLease(1)).toBe(2)
})

test('the lease of a closed log is taken by a command, and not by a service', async () => {
  const url = await sharedLedger()
  const command = await connectProcess(url)
  await command.takeLease(0)
  await command.closeLog(1)
  const other = await connectProcess(url)
  expect(await other.takeLease(1)).toBeUndefined()
  expect(await other.takeLease(0, { mayBeClosed: true })).toBeUndefined()
  expect(await other.takeLease(1, { mayBeClosed: true })).toBe(2)
  await other.openLog(2)
  expect(await other.lease()).toMatchObject({ isOpen: true, renewal: 0, address: '' })
})

test('a lease is not taken while an append commits, so the new writer sees the batch', async () => {
  const url = await sharedLedger()
  const [writer, successor] = [await connectProcess(url), await connectProcess(url)]
  await writer.takeLease(0)
  const client = await connectClient(url)
  await client.query(`
    CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON ledger_batches DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION wait();
    SELECT pg_advisory_lock(1)`)
  const waiting = async () => {
    const { rows } = await client.query(`SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE NOT granted AND datname = current_database()`)
    return rows.length
  }
  const appended = writer.append(batch(1, 1))
  await expect.poll(waiting, { interval: 5 }).toBe(1)

  const taken = successor.takeLease(1)
  const both = async () => {
    await expect.poll(waiting, { interval: 5 }).toBe(2)
    return 'waits'
  }
  expect(await Promise.race([taken, both()])).toBe('waits')
  await client.query('SELECT pg_advisory_unlock(1)')
  await appended
  expect(await taken).toBe(2)
  expect((await successor.last())?.sequence).toBe(1)
})
