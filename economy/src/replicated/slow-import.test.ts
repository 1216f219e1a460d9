import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryLedger } from '../testing/service.ts'
import { sharedLedger } from '../testing/shared-ledger.ts'
import { importLedger } from './transfer.ts'

const options = { mayBeAlone: true, follow: false, onProgress: () => undefined, onCaughtUp: () => undefined }

/** A ledger file of several batches. */
function longLedger(): { path: string; size: number } {
  const path = temporaryLedger()
  const lines = 'Mint {"To":"a","Amount":1}\n'.repeat(30_000)
  writeFileSync(path, lines)
  return { path, size: lines.length }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Delays the commit of a batch, as a busy disk does. */
async function delayCommit(url: string, sequence: number, seconds: number): Promise<void> {
  const client = await connected(url)
  await client.query(`
    CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(${seconds}); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON ledger_batches DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.sequence = ${sequence}) EXECUTE FUNCTION wait()`)
}

/** Imports until two batches are there. Returns their bytes. */
async function interrupted(url: string, path: string): Promise<number> {
  let bytes = 0
  let batches = 0
  const onProgress = (done: number, all: number) => {
    // The second half of the progress is the copy.
    if (done <= all / 2) return
    bytes = done * 2 - all
    if (++batches === 2) throw new Error('interrupted')
  }
  const stopped = importLedger(temporaryLedger(), { ...options, url, path, onProgress })
  await expect(stopped).rejects.toThrow('interrupted')
  return bytes
}

test('an import waits for a commit that takes longer than a service would wait', async () => {
  const [url, { path, size }] = [await sharedLedger(), longLedger()]
  const done = await interrupted(url, path)
  await delayCommit(url, 3, 5.5)
  expect(await importLedger(temporaryLedger(), { ...options, url, path })).toBe(size - done)
}, 20_000)

test('a repeated import continues where it was interrupted, as soon as the last commit has ended', async () => {
  const [url, { path, size }] = [await sharedLedger(), longLedger()]
  const done = await interrupted(url, path)
  expect(done).toBeGreaterThan(0)
  const earlier = await connected(url)
  await earlier.query('SELECT pg_advisory_lock(7305210)')
  const ended = earlier
    .query('SELECT pg_sleep(0.5)')
    .then(() => earlier.query('SELECT pg_advisory_unlock_all()'))
  expect(await importLedger(temporaryLedger(), { ...options, url, path })).toBe(size - done)
  await ended
})
