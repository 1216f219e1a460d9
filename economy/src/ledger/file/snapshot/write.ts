import { open } from 'node:fs/promises'
import { historyFile } from '../../index/history.ts'
import { rebuild, snapshotPath } from '../../replay/rebuild.ts'
import { saveSnapshot } from './snapshot.ts'

/** A ledger, and the number of its bytes that are acknowledged. */
export interface SnapshotTask {
  ledgerFile: string
  bytes: number
}

/** Rebuilds the book of a ledger and replaces its snapshot. Returns the number of events in it. */
export async function writeSnapshot({ ledgerFile, bytes }: SnapshotTask): Promise<number> {
  const file = await open(ledgerFile, 'r+')
  try {
    const { book, chain } = await rebuild(historyFile(file), ledgerFile, {
      fromSnapshot: true,
      end: bytes,
    })
    // A copy of a log is not synced otherwise, and a start from a snapshot does not read the lines before its end.
    await file.datasync()
    saveSnapshot(snapshotPath(ledgerFile), book, chain.wholeBlocksHash)
    return book.history.length
  } finally {
    await file.close()
  }
}
