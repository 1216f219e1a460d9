import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'

/**
 * What the log needs of its file, which must be open for appending, and with O_DSYNC: a write returns when it is on
 * disk, in one call where a write and a sync would be two (docs/decisions/0005).
 */
export type LogFile = Pick<FileHandle, 'write' | 'datasync' | 'truncate'>

/** Systems without O_DSYNC sync each append by a call of its own. */
export const WRITES_SYNC = constants.O_DSYNC !== undefined

/**
 * The end of the ledger file. Whoever appends waits for the append before: the ledger sends one batch at a time.
 */
export class Log {
  readonly #file: LogFile
  #size: number
  /** Set while the file may hold bytes after `#size` that were never acknowledged. */
  #dirty = false

  /** The size is that of the file, in bytes. */
  constructor(file: LogFile, size: number) {
    this.#file = file
    this.#size = size
  }

  /** The bytes that are on disk. */
  get size(): number {
    return this.#size
  }

  /**
   * Writes bytes after the last ones and waits until they are on disk. When that fails, the file is cut back to what
   * was there before; when even that fails, the next append begins with it.
   *
   * @throws the error of the system, with nothing appended
   */
  async append(bytes: Buffer): Promise<void> {
    if (this.#dirty) await this.#cutBack()
    this.#dirty = true
    try {
      await this.#writeAll(bytes)
      if (!WRITES_SYNC) await this.#file.datasync()
    } catch (error) {
      await this.#cutBack().catch(() => undefined)
      throw error
    }
    this.#dirty = false
    this.#size += bytes.length
  }

  /**
   * Cuts off what a failed append left, if it could not be then: the next start would count its whole lines.
   *
   * @throws the error of the system
   */
  async close(): Promise<void> {
    if (this.#dirty) await this.#cutBack()
  }

  /** A disk that gets full takes a part of a write before it refuses the rest. */
  async #writeAll(bytes: Buffer): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, written)
      written += bytesWritten
    }
  }

  /** The cut must be on disk too: a crash after a failed append must not bring back what was refused. */
  async #cutBack(): Promise<void> {
    await this.#file.truncate(this.#size)
    await this.#file.datasync()
    this.#dirty = false
  }
}
