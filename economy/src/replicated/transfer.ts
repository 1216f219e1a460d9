import { open, realpath, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EconomyFault, systemFault } from '../fault.ts'
import { lockLedger, tryLockLedger } from '../ledger/file/lock.ts'
import { markMoved, movedPath } from '../ledger/file/moved.ts'
import { makeDirectory, syncDirectory } from '../ledger/file/sync-directory.ts'
import { readWholeLines } from '../ledger/file/whole-lines.ts'
import { summarizeLedger } from '../read-ledger.ts'
import { connectStore } from './connect-store.ts'
import { type CopyOptions, LedgerCopy } from './copy.ts'
import type { PostgresStore } from './postgres-store.ts'
import { agreesWithFile, beginsWith } from './same-bytes.ts'
import type { LogStore, StoredBatch } from './store.ts'
import { commandAnswerMs } from './times.ts'
import { followMs, keepRenewing, takeFreeLease, takeIdleLease } from './transfer-lease.ts'

export { EconomyFault }

/**
 * Bytes between two syncs of this machine's copy. If PostgreSQL uses the same disk, a commit may have to wait for all unsynced bytes.
 */
const syncBytes = 8 << 20

interface TransferOptions {
  url: string
  /** The ledger file. */
  path: string
  mayBeAlone: boolean
  /** Whether to copy what a service writes meanwhile, until that service has stopped. */
  follow: boolean
  onProgress: (bytes: number, all: number) => void
  /** Called when everything written so far has been copied, while the service still writes. */
  onCaughtUp: () => void
}

/**
 * Copies a ledger file into PostgreSQL, byte for byte, as the only writer. Continues an interrupted import. Also builds the copy of
 * this machine, so that its service starts at once. Returns the number of bytes copied now.
 *
 * The log is closed to services until the import is complete, because a service on a part of the ledger would respond with old
 * balances. After that, no service starts on the file.
 *
 * @param copyFile the copy of this machine
 * @throws EconomyFault if the file is invalid or in use, PostgreSQL has other events, or a service is writing there
 */
export async function importLedger(copyFile: string, options: TransferOptions): Promise<number> {
  const path = await realpath(options.path).catch((error) => {
    throw systemFault(`cannot read the ledger ${options.path}`, error)
  })
  // Events that a service adds to the file meanwhile would be missing in PostgreSQL.
  let unlock = options.follow ? undefined : lockLedger(path)
  try {
    // Checking the file is the first half of the progress, and copying it the second.
    await summarizeLedger(path, (read, size) => options.onProgress(read / 2, size))
    return await withCopy(copyFile, { ...options, mayCut: 'anything' }, async (store, copy) => {
      const epoch = await takeIdleLease(store)
      const stopRenewing = keepRenewing(store, epoch)
      try {
        await readAll(store, copy)
        if (!(await beginsWith(path, copy.chain))) {
          throw new EconomyFault('the ledger in PostgreSQL has other events than the file')
        }
        await store.closeLog(epoch)
        const start = copy.chain.size
        const appendRest = () => appendLines(store, copy, { path, epoch, onProgress: options.onProgress })
        await appendRest()
        if (unlock === undefined) options.onCaughtUp()
        while (unlock === undefined) {
          await sleep(followMs)
          unlock = tryLockLedger(path)
          await appendRest()
        }
        if (!(await agreesWithFile(path, copy.chain))) {
          throw new EconomyFault(
            'the file has changed during the import: import it again into an empty database',
          )
        }
        await stopRenewing()
        await markMoved(path)
        await store.openLog(epoch)
        return copy.chain.size - start
      } finally {
        await stopRenewing()
      }
    })
  } finally {
    unlock?.()
  }
}

/**
 * Copies the ledger in PostgreSQL to a file, byte for byte. Continues an earlier copy. Also writes its running hash and its snapshot,
 * so that a service on the file starts at once. Returns the number of bytes copied now.
 *
 * A copy that follows ends as the last writer. The log stays closed to services, which may not all have stopped.
 *
 * @throws EconomyFault if the file is in use or has other events
 */
export async function copyLedger(options: TransferOptions): Promise<number> {
  const path = await realpath(options.path).catch(() => options.path)
  const bytes = await withCopy(path, { ...options, mayCut: 'unfinished' }, async (store, copy) => {
    const start = copy.chain.size
    const all = (await store.last())?.endsAt ?? 0
    await readAll(store, copy, (bytes) => options.onProgress(bytes, all))
    if (options.follow) {
      options.onCaughtUp()
      const epoch = await takeFreeLease(store, () => readAll(store, copy))
      await store.closeLog(epoch)
      await readAll(store, copy)
      await store.releaseLease(epoch)
    }
    return copy.chain.size - start
  })
  if (options.follow) {
    await rm(movedPath(path), { force: true })
    await syncDirectory(dirname(path))
  }
  return bytes
}

/** Calls back with the log and a locked ledger file that is a prefix of it. */
async function withCopy(
  path: string,
  { url, mayBeAlone, mayCut }: Pick<TransferOptions, 'url' | 'mayBeAlone'> & Pick<CopyOptions, 'mayCut'>,
  transfer: (store: PostgresStore, copy: LedgerCopy) => Promise<number>,
): Promise<number> {
  const store = await connectStore(url, { mayBeAlone, answerMs: commandAnswerMs })
  try {
    await makeDirectory(dirname(path), 0o700)
    const unlock = lockLedger(path)
    try {
      const copy = await LedgerCopy.open(path, store, { fromSnapshot: true, mayCut, ...quiet })
      try {
        return await transfer(store, copy)
      } finally {
        await copy.close()
        await syncFile(path)
      }
    } finally {
      unlock()
    }
  } finally {
    await store.close()
  }
}

/** Reports nothing: the next start writes the files that are missing beside a ledger. */
const quiet = { onUnsaved: () => undefined, onDiscarded: () => undefined }

/** Makes a file and its name survive a power failure. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
  await syncDirectory(dirname(path))
}

/** Adds the missing part of the log to the copy. */
async function readAll(
  store: LogStore,
  copy: LedgerCopy,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<void> {
  for (;;) {
    const batches = await store.batchesAfter(copy.sequence)
    if (batches.length === 0) return
    for (const batch of batches) await addTo(copy, batch)
    onProgress(copy.chain.size)
  }
}

async function addTo(copy: LedgerCopy, batch: StoredBatch): Promise<void> {
  const before = copy.chain.size
  await copy.add(batch)
  if (Math.floor(copy.chain.size / syncBytes) > Math.floor(before / syncBytes)) await copy.sync()
}

/** Appends the whole lines of a file that the log does not have yet, and adds them to the copy. */
async function appendLines(
  store: LogStore,
  copy: LedgerCopy,
  { path, epoch, onProgress }: Pick<TransferOptions, 'path' | 'onProgress'> & { epoch: number },
): Promise<void> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const append = async (lines: Buffer) => {
      const { chain, sequence } = copy
      const endsAt = chain.size + lines.length
      const batch = { sequence: sequence + 1, epoch, endsAt, hash: chain.hashAfter(lines), lines }
      await store.append(batch)
      await addTo(copy, batch)
      onProgress((size + endsAt) / 2, size)
    }
    await readWholeLines(file, append, copy.chain.size)
  } finally {
    await file.close()
  }
}
