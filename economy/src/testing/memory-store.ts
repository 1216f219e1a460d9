import type { LogStore, StoredBatch } from '../replicated/store.ts'

/** A log in memory, for one process. */
export class MemoryStore implements LogStore {
  readonly batches: StoredBatch[]
  epoch: number
  /** A released lease, which the process takes over at once. */
  renewal = 0
  address = ''
  isOpen = true
  onRenew: () => Promise<void> = async () => undefined
  onRead: (after: number) => void = () => {}
  onClose = () => {}

  constructor(batches: readonly StoredBatch[] = [], epoch = 0) {
    this.batches = [...batches]
    this.epoch = epoch
  }

  lease = async () => ({
    epoch: this.epoch,
    isOpen: this.isOpen,
    address: this.address,
    renewal: this.renewal,
    now: Date.now(),
  })
  isWriterGone = async () => true
  takeLease = async () => ++this.epoch
  renewLease = () => this.onRenew()
  releaseLease = async () => {}
  batchesAfter = async (sequence: number) => {
    this.onRead(sequence)
    return this.batches.slice(sequence)
  }
  head = async (sequence: number) => this.batches[sequence - 1]
  last = async (bytesMax = Number.POSITIVE_INFINITY) =>
    this.batches.findLast(({ endsAt }) => endsAt <= bytesMax)
  standbys = async () => []
  append = async (batch: StoredBatch) => {
    this.batches.push(batch)
  }
  close = async () => this.onClose()
}
