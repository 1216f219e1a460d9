import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { quietly, submitted, temporaryLedger } from '../testing/service.ts'
import { sharedLedger } from '../testing/shared-ledger.ts'
import { openReplicated } from './open.ts'

/** Prepares a process that shares the log of a database. */
async function open(url: string, directory = dirname(temporaryLedger())) {
  const opened = await openReplicated({
    ...quietly,
    url,
    mayBeAlone: true,
    directory,
    ledgerFile: join(directory, 'file'),
    fromSnapshot: true,
    inform: () => undefined,
  })
  let isOpen = true
  const close = async () => {
    if (isOpen) await opened.close()
    isOpen = false
  }
  onTestFinished(close)
  return { ...opened, close, directory }
}

test('processes report their role and their copy of the ledger', async () => {
  const url = await sharedLedger()
  const writer = await open(url)
  expect(writer.observe()).toBeUndefined()
  expect(writer.serving()).toEqual({ ledger: undefined, book: undefined, identity: undefined })
  writer.join('http://writer')
  // It has no copy yet.
  expect(writer.observe()).toBeUndefined()
  await expect.poll(() => writer.serving().ledger).toBeDefined()
  const { ledger } = writer.serving()
  if (ledger === undefined) throw new Error('it is not the writer any more')
  await submitted(ledger, { proposal: { Type: 'Mint', To: 'a', Amount: 5n, Note: 'n' } })
  expect(writer.observe()).toMatchObject({
    ledger: { totals: { mints: 1 }, outcomes: { accepted: 1 }, supply: 5n },
    replication: { isWriter: true, epoch: 1, lagMs: 0, standbys: [] },
  })

  const standby = await open(url)
  standby.join('http://standby')
  const lagMs = () => standby.observe()?.replication?.lagMs ?? Number.POSITIVE_INFINITY
  // Infinite until the copy is complete.
  await expect.poll(() => lagMs() < performance.now()).toBe(true)
  expect(lagMs()).toBeGreaterThan(0)
  expect(standby.observe()).toMatchObject({
    ledger: { totals: { mints: 1 }, outcomes: { accepted: 0 }, supply: 5n },
    replication: { isWriter: false, epoch: 1 },
  })
})

test('one process at a time uses a directory', async () => {
  const url = await sharedLedger()
  const { close, directory } = await open(url)
  await expect(open(url, directory)).rejects.toThrow(`is in use by process ${process.pid}`)
  await close()
  await open(url, directory)
})
