import { type FileHandle, open } from 'node:fs/promises'
import { EconomyFault } from '../fault.ts'
import { Chain } from '../ledger/file/chain.ts'
import { privateMode } from '../ledger/file/private-mode.ts'
import { connectStore } from './connect-store.ts'
import type { PostgresStore } from './postgres-store.ts'
import { commandAnswerMs } from './times.ts'

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
    const store = await connectStore(url, { mayBeAlone: true, answerMs: commandAnswerMs })
    try {
      const file = await open(path, 'wx', privateMode)
      return new FetchedLedger(path, file, { store, chain: Chain.withoutFile() })
    } catch (error) {
      await store.close()
      throw error
    }
  }

  /** Adds everything that has been written by now. @throws EconomyFault if a batch does not continue the ones before it */
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
