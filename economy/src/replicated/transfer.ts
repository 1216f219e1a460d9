import { type FileHandle, open, realpath } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Chain } from '../ledger/chain.ts'
import { EconomyFault, systemFault } from '../ledger/fault.ts'
import { lockLedger } from '../ledger/lock.ts'
import { readWholeLines } from '../ledger/whole-lines.ts'
import { summarizeLedger } from '../tools.ts'
import { LeaseWatch } from './lease-watch.ts'
import { defaultTimes } from './member.ts'
import { PostgresStore } from './postgres-store.ts'

export { EconomyFault }

const privateMode = 0o600

/** A file with the lines of a ledger in PostgreSQL, for commands that read a ledger file. The service may be running. */
export class FetchedLedger {
  readonly path: string
  readonly #file: FileHandle
  readonly #store: PostgresStore
  readonly #chain: Chain
  #sequence = 0

  private constructor(path: string, file: FileHandle, parts: { store: PostgresStore; chain: Chain }) {
    this.path = path
    this.#file = file
    this.#store = parts.store
    this.#chain = parts.chain
  }

  /** Creates the file, which must not exist. It is empty. @throws EconomyFault if the server cannot be reached */
  static async create(url: string, path: string): Promise<FetchedLedger> {
    const store = await connect(url, { mayBeAlone: true })
    try {
      const file = await open(path, 'wx', privateMode)
      return new FetchedLedger(path, file, { store, chain: Chain.withoutFile() })
    } catch (error) {
      await store.close()
      throw error
    }
  }

  /** Adds everything that has been written by now. @throws EconomyFault if a batch does not continue those before */
  async refresh(): Promise<void> {
    for (;;) {
      const batches = await this.#store.batchesAfter(this.#sequence)
      if (batches.length === 0) return
      for (const { sequence, hash, lines } of batches) {
        if (sequence !== this.#sequence + 1 || !this.#chain.hashAfter(lines).equals(hash)) {
          throw new EconomyFault(
            `invalid ledger: batch ${sequence} does not continue batch ${this.#sequence}`,
          )
        }
        await this.#file.appendFile(lines)
        this.#chain.add(lines)
        this.#sequence = sequence
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#file.close(), this.#store.close()])
  }
}

interface ImportOptions {
  mayBeAlone: boolean
  onProgress: (bytes: number, all: number) => void
}

/**
 * Copies a ledger file into PostgreSQL, byte for byte, as the only writer. If an earlier import was interrupted, continues it.
 * Returns the number of bytes copied now.
 *
 * @throws EconomyFault if the file is invalid or in use, PostgreSQL has other events, or a service is writing there
 */
export async function importLedger(url: string, path: string, options: ImportOptions): Promise<number> {
  // Events that a service adds to the file meanwhile would be missing in PostgreSQL.
  const unlock = lockLedger(await ledgerPath(path))
  try {
    // Checking the file is the first half of the progress, and copying it the second.
    const { bytes } = await summarizeLedger(path, (read, size) => options.onProgress(read / 2, size))
    return await importLocked(url, path, bytes, options)
  } finally {
    unlock()
  }
}

async function importLocked(url: string, path: string, all: number, options: ImportOptions): Promise<number> {
  const store = await connect(url, options)
  try {
    const taken = await takeIdleLease(store)
    const copied = await appendFile(store, path, {
      epoch: taken,
      onBytes: (bytes) => options.onProgress((all + bytes) / 2, all),
    })
    await store.releaseLease(taken)
    return copied
  } finally {
    await store.close()
  }
}

/** Becomes the writer of a log that no service writes. */
async function takeIdleLease(store: PostgresStore): Promise<number> {
  if (!(await store.isWriterGone())) {
    throw new EconomyFault('an economy service writes the ledger in PostgreSQL: stop it before the import')
  }
  const watch = new LeaseWatch()
  for (;;) {
    const askedAt = performance.now()
    const lease = await store.lease()
    watch.take(lease, askedAt, performance.now())
    if (watch.ageAt(performance.now()) > defaultTimes.readMs) {
      const taken = await store.takeLease(lease.epoch)
      if (taken !== undefined) return taken
    }
    await sleep(defaultTimes.followMs)
  }
}

/** Appends what the log does not have yet. Returns the number of bytes. */
async function appendFile(
  store: PostgresStore,
  path: string,
  { epoch, onBytes }: { epoch: number; onBytes: (bytes: number) => void },
): Promise<number> {
  const last = await store.last()
  const start = last?.endsAt ?? 0
  let sequence = last?.sequence ?? 0
  const chain = Chain.withoutFile()
  const file = await open(path, 'r')
  try {
    await readWholeLines(upTo(file, start), (lines) => chain.add(lines))
    if (last !== undefined && (chain.size !== start || !chain.hash.equals(last.hash))) {
      throw new EconomyFault('the ledger in PostgreSQL has other events than the file')
    }
    await readWholeLines(
      file,
      async (lines) => {
        sequence++
        const hash = chain.hashAfter(lines)
        await store.append({ sequence, epoch, endsAt: chain.size + lines.length, hash, lines })
        await store.renewLease(epoch, '')
        chain.add(lines)
        onBytes(chain.size)
      },
      start,
    )
    return chain.size - start
  } finally {
    await file.close()
  }
}

/** Returns a file that seems to end at an offset. */
function upTo(file: FileHandle, end: number): Pick<FileHandle, 'read'> {
  const read = (buffer: Buffer, offset: number, length: number, position: number) =>
    file.read(buffer, offset, Math.min(length, end - position), position)
  return { read } as Pick<FileHandle, 'read'>
}

/** Returns the path that all links to a ledger share, as `openLedger` locks it. */
async function ledgerPath(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    throw systemFault(`cannot read the ledger ${path}`, error)
  }
}

async function connect(url: string, options: { mayBeAlone: boolean }): Promise<PostgresStore> {
  try {
    return await PostgresStore.connect(url, options)
  } catch (error) {
    throw error instanceof EconomyFault ? error : systemFault('cannot reach the ledger in PostgreSQL', error)
  }
}
