import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { accounts, ledgerDirectory, medianMs, oneByOneMs, paying } from '../ledgers.ts'
import { rates, versus } from '../load.ts'
import { figure, type Measurement } from '../measurement.ts'
import { startPeer } from '../server-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/**
 * Measures transactions, each on disk before its response, against a server that discards its input and one that syncs
 * each body separately.
 */
export async function ledgerTransact(): Promise<Measurement[]> {
  await using data = await ledgerDirectory({ events: accounts * 2, accounts })
  await using scratch = await temporaryFolder()
  await using service = await data.start()
  await using bare = await startPeer({})
  await using each = await startPeer({ FILE: join(scratch.path, 'each') })
  const overBare = await versus(paying(service), paying(bare))
  const overEach = await versus(paying(service), paying(each))
  const raw = await appendMs(join(scratch.path, 'raw'))
  const { product, peer } = overBare
  return [
    rates('POST /transact, 128 connections', overBare, 'bare node:http', 0.75),
    figure(
      'POST /transact, p99 at 128 connections',
      product.p99Ms,
      'ms',
      `bare node:http ${peer.p99Ms.toFixed(1)} ms`,
      {
        target: { atMost: 20 },
      },
    ),
    rates('POST /transact beside a sync for each', overEach, 'a sync for each event', 8),
    figure(
      'POST /transact, one at a time',
      await oneByOneMs(service.url),
      'ms',
      `append and fdatasync ${raw.toFixed(2)} ms`,
      { target: { atMost: raw * 2 } },
    ),
  ]
}

/** Measures how long the disk takes to append and sync the line of an event. */
async function appendMs(path: string): Promise<number> {
  await using file = await open(path, 'a')
  const line = Buffer.alloc(170, 'x')
  return await medianMs(async () => {
    await file.write(line)
    await file.datasync()
  })
}
