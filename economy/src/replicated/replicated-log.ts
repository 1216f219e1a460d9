import type { Log } from '../ledger/log.ts'
import type { LedgerCopy } from './copy.ts'
import { Fenced, type LogStore } from './store.ts'

/** The log of a writer. After its first failure it appends nothing, because the outcome may be unknown. */
export class ReplicatedLog implements Log {
  readonly #store: LogStore
  readonly #copy: LedgerCopy
  readonly #epoch: number
  readonly #isCurrent: () => boolean
  readonly #onFailed: () => void
  #failed = false

  constructor(
    store: LogStore,
    copy: LedgerCopy,
    { epoch, isCurrent, onFailed }: { epoch: number; isCurrent: () => boolean; onFailed: () => void },
  ) {
    this.#store = store
    this.#copy = copy
    this.#epoch = epoch
    this.#isCurrent = isCurrent
    this.#onFailed = onFailed
  }

  get failed(): boolean {
    return this.#failed
  }

  async append(lines: Buffer): Promise<void> {
    if (this.#failed) throw new Fenced()
    const { chain, sequence } = this.#copy
    try {
      await this.#store.append({
        sequence: sequence + 1,
        epoch: this.#epoch,
        endsAt: chain.size + lines.length,
        hash: chain.hashAfter(lines),
        lines,
      })
      this.#copy.write(lines)
    } catch (error) {
      this.#failed = true
      this.#onFailed()
      throw error
    }
  }

  confirm(): void {
    if (this.#failed || !this.#isCurrent()) throw new Fenced()
  }

  async close(): Promise<void> {}
}
