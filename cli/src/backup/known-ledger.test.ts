import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceKnownLedger } from '@baseplate/platform/money/ledger/queries'
import { type DatabaseKind, databases, openTestPlatform } from '@baseplate/platform/testing/platforms'
import { describe, expect, onTestFinished, test } from 'vitest'
import { forever, quiet } from '../testing/backed-up.ts'
import { takeMoment } from './moment.ts'
import { openStage } from './stage.ts'

const first = 'Mint {"To":"a","Amount":3000000}\n'
/** A payment that the database does not know, because its row has not been committed. */
const unknown = 'Burn {"Key":"unknown","From":"a","Amount":1}\n'

/**
 * Returns where a backup ends the ledger if the payment is written while it runs.
 *
 * @param height bytes of the ledger that the database knows
 */
async function endOfLedger(kind: DatabaseKind, height: number): Promise<number | undefined> {
  const platform = await openTestPlatform(kind)
  const { config, db } = platform
  await mkdir(join(config.dataDirectory, 'economy'))
  const path = join(config.dataDirectory, 'economy', 'ledger')
  await writeFile(path, first)
  await replaceKnownLedger(db, { id: 'a'.repeat(32), height, hash: 'b'.repeat(64) })
  const stage = await openStage(config.dataDirectory)
  onTestFinished(() => stage.remove())
  let refreshes = 0
  const refresh = async () => {
    if (++refreshes === 2) await appendFile(path, unknown)
  }
  const ledger = { path, refresh, close: async () => {} }
  return (await takeMoment(config, { stage, ledger }, forever, quiet)).ledgerEnd
}

describe.each(databases)('the ledger of a backup on %s', (kind) => {
  test('ends before a payment that the database does not know', async () => {
    expect(await endOfLedger(kind, first.length)).toBe(first.length)
  })

  test('is as long as the one that the database knows, so that a restored platform accepts it', async () => {
    const known = first.length + unknown.length
    expect(await endOfLedger(kind, known)).toBe(known)
  })

  test('does not end after its last event if the database knows a longer one', async () => {
    expect(await endOfLedger(kind, 10_000)).toBe(first.length)
  })
})
