import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { Log } from '../log.ts'
import type { Chain } from './chain.ts'

/**
 * The part of the ledger file that the log uses. The file must be open for appending with O_DSYNC, so that a write returns once
 * it is on disk (docs/decisions/0005-ledger-file-and-its-index.md).
 */
export type LogFile = Pick<FileHandle, 'write' | 'datasync' | 'truncate'>

/** Without O_DSYNC, each append needs a separate sync. */
export const writesSync = constants.O_DSYNC !== undefined

/** Appends to the ledger file. The caller must wait for each append before the next one. */
export class FileLog implements Log {
  readonly #file: LogFile
  readonly #chain: Chain
  readonly #onChainFailure: (error: unknown) => void
  #size: number
  /** Set while the file may hold bytes after `#size` that were never acknowledged. */
  #dirty = false

  /**
   * @param chain the running hash of the whole file
   * @param onChainFailure Called when the hash cannot be written. The write is retried with the next append.
   */
  constructor(file: LogFile, chain: Chain, onChainFailure: (error: unknown) => void) {
    this.#file = file
    this.#chain = chain
    this.#onChainFailure = onChainFailure
    this.#size = chain.size
  }

  /** Number of bytes on disk. */
  get size(): number {
    return this.#size
  }

  /**
   * Appends bytes and waits until they are on disk. A failed append is cut off again. If that fails too, the next append cuts it
   * off first.
   *
   * @throws the system's error, with nothing appended
   */
  async append(bytes: Buffer): Promise<void> {
    if (this.#dirty) await this.#cutBack()
    this.#dirty = true
    try {
      await this.#writeAll(bytes)
      if (!writesSync) await this.#file.datasync()
    } catch (error) {
      await this.#cutBack().catch(() => undefined)
      throw error
    }
    this.#dirty = false
    this.#size += bytes.length
    this.#chain.add(bytes)
    this.#chain.saveSoon(this.#onChainFailure)
  }

  /** The lock of the file makes this process the only writer. */
  confirm(): void {}

  /**
   * Cuts off the remains of a failed append, because the next start would count its complete lines. Completes the running hash.
   *
   * @throws the system's error
   */
  async close(): Promise<void> {
    if (this.#dirty) await this.#cutBack()
    await this.#chain.save()
  }

  /** A write is partial when the disk fills up. */
  async #writeAll(bytes: Buffer): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, written)
      written += bytesWritten
    }
  }

  /** Syncs the cut as well, so that a crash cannot restore refused events. */
  async #cutBack(): Promise<void> {
    await this.#file.truncate(this.#size)
    await this.#file.datasync()
    this.#dirty = false
  }
}
