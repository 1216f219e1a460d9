import { expect, test, vi } from 'vitest'
import { connectClient, connectProcess } from '../testing/postgres-clients.ts'
import { sharedLedger } from '../testing/shared-ledger.ts'
import { defaultTimes } from './times.ts'
import { takeFreeLease, takeIdleLease } from './transfer-lease.ts'

test('an import that waits for the end of an earlier one asks the server a few times per second', async () => {
  const url = await sharedLedger()
  const store = await connectProcess(url)
  const earlier = await connectClient(url)
  await earlier.query('SELECT pg_advisory_lock(7305210)')
  const asked = vi.spyOn(store, 'isWriterGone')
  const taken = takeIdleLease(store)
  await earlier.query('SELECT pg_sleep(1)')
  await earlier.query('SELECT pg_advisory_unlock_all()')
  expect(await taken).toBe(1)
  expect(asked.mock.calls.length).toBeLessThan(50)
})

test('a command becomes the writer once a lease is old, and copies in between', async () => {
  const url = await sharedLedger()
  const writer = await connectProcess(url)
  const epoch = (await writer.takeLease(0)) ?? 0
  await writer.renewLease(epoch, 'http://writer')
  await writer.closeLog(epoch)
  await writer.close()
  const store = await connectProcess(url)
  const began = performance.now()
  const meanwhile = vi.fn(async () => undefined)
  expect(await takeFreeLease(store, meanwhile)).toBe(epoch + 1)
  const waited = performance.now() - began
  expect(waited).toBeGreaterThan(defaultTimes.readMs)
  expect(meanwhile.mock.calls.length).toBeGreaterThan(1)
  expect(meanwhile.mock.calls.length).toBeLessThan(waited / 25)
})
