import { Histogram } from '@baseplate/service/histogram'
import type { LedgerEvent } from '../../contract.ts'
import { Batch, type Outcome, type Submission } from './batch.ts'
import type { Book, Totals } from './book.ts'
import { Draft } from './draft.ts'
import { LineBuffer } from './line-buffer.ts'
import type { Log } from './log.ts'

/**
 * The most proposals that one write takes. Enough that the disk's latency is shared by all who wait, and few enough
 * that deciding on them does not hold up the connections.
 */
const BATCH_EVENTS = 1024

/** From a fast disk with a cache of its own to one that fails its users. */
const COMMIT_SECONDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
]

interface Waiting {
  submission: Submission
  answer: (outcome: Outcome) => void
}

export interface LedgerOptions {
  book: Book
  log: Log
  /** Told of each batch after its proposals are answered; never empty. */
  onAccepted: (events: readonly LedgerEvent[]) => void
  /** Told of an append that failed. */
  onFailure: (error: unknown) => void
  /** Unix time in milliseconds. */
  now: () => number
}

export interface LedgerState {
  /** How many proposals came to which end, and how many appends failed. */
  outcomes: Readonly<
    Record<'accepted' | 'refused' | 'failed' | 'key used' | 'not written' | 'closed' | 'failures', number>
  >
  /** How long the disk took for each batch, in seconds. */
  commits: Histogram
  totals: Totals
  /** The sum of all balances, in micro-units. */
  supply: bigint
  accounts: number
  bytes: number
  /** Proposals that wait for the batch before theirs. */
  waiting: number
}

/**
 * The ledger: decides proposals in the order they come, and records what the rules allow.
 *
 * Proposals wait while a batch is being written and are then decided and written together, on a draft of the accounts;
 * once the batch is on disk, its events are recorded in the book. All of a batch are answered then, the refused ones too, because what
 * they were refused for may be an event of the same batch; when the write fails, none of it has happened.
 */
export class Ledger {
  readonly #book: Book
  readonly #log: Log
  readonly #onAccepted: LedgerOptions['onAccepted']
  readonly #onFailure: LedgerOptions['onFailure']
  readonly #now: () => number
  readonly #commits = new Histogram(COMMIT_SECONDS)
  readonly #counts = {
    accepted: 0,
    refused: 0,
    failed: 0,
    'key used': 0,
    'not written': 0,
    closed: 0,
    failures: 0,
  }
  readonly #lines = new LineBuffer()
  #draft: Draft
  #waiting: Waiting[] = []
  #running: Promise<void> | undefined
  #closed = false

  constructor(options: LedgerOptions) {
    this.#book = options.book
    this.#draft = new Draft(options.book.accounts)
    this.#log = options.log
    this.#onAccepted = options.onAccepted
    this.#onFailure = options.onFailure
    this.#now = options.now
  }

  /** What has happened since the ledger was opened, and what its events add up to, for who watches the service. */
  get state(): LedgerState {
    const { accounts, history, totals } = this.#book
    return {
      outcomes: this.#counts,
      commits: this.#commits,
      totals,
      supply: accounts.supply,
      accounts: accounts.count,
      bytes: history.bytes,
      waiting: this.#waiting.length,
    }
  }

  /** The balance of a user on disk, in micro-units. */
  balance(user: string): bigint {
    return this.#book.accounts.balance(user)
  }

  /** When a user was last given a stipend, in Unix milliseconds; 0: never. */
  lastStipend(user: string): number {
    return this.#book.accounts.lastStipend(user)
  }

  /**
   * Up to 100 events on disk, newest first: all, or those that a user sent or received; from the last one, or from the
   * one before the event with the id `before`, whoever took part in that. Undefined when there is no such event.
   */
  async recent(user: string | undefined, before: string | undefined): Promise<LedgerEvent[] | undefined> {
    const { history } = this.#book
    const number = before === undefined ? undefined : history.numberOfId(before)
    if (number === -1) return undefined
    return user === undefined
      ? history.lastBefore(number ?? history.length)
      : this.#book.recentOf(user, number)
  }

  /**
   * Decides a proposal, records it when it is allowed, and answers when that is on disk. By a callback, because the
   * promises of a request cost a tenth of its time.
   */
  submit(submission: Submission, answer: (outcome: Outcome) => void): void {
    if (this.#closed) {
      this.#counts.closed++
      answer('closed')
    } else {
      this.#waiting.push({ submission, answer })
      this.#running ??= this.#run()
    }
  }

  /** Takes no more proposals, and waits until those it has are answered. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#running
    await this.#log.close().catch(this.#onFailure)
  }

  async #run(): Promise<void> {
    // What arrives in one turn of the event loop shares the first write.
    await new Promise(setImmediate)
    let answerLast = () => {}
    while (this.#waiting.length > 0) {
      const ended = this.#runBatch(this.#waiting.splice(0, BATCH_EVENTS))
      // Answering takes longer than the disk: it happens while the next batch is being written.
      answerLast()
      answerLast = await ended
    }
    this.#running = undefined
    answerLast()
  }

  /** Decides and writes a batch; answers what is to be called then, to answer its proposals. */
  async #runBatch(waiting: readonly Waiting[]): Promise<() => void> {
    const batch = new Batch(this.#book, this.#draft, this.#lines, this.#now())
    let outcomes: Outcome[]
    try {
      outcomes = waiting.map(({ submission }) => batch.decide(submission))
      const { bytes } = batch
      if (bytes.length > 0) await this.#write(bytes)
    } catch (error) {
      this.#draft = new Draft(this.#book.accounts)
      this.#counts.failures++
      this.#counts['not written'] += waiting.length
      this.#onFailure(error)
      return () => {
        for (const { answer } of waiting) answer('not written')
      }
    }
    batch.settle()
    if (this.#draft.isLarge) this.#draft = new Draft(this.#book.accounts)
    return () => {
      let index = 0
      for (const { answer } of waiting) {
        const outcome = outcomes[index++] ?? 'not written'
        this.#counts[typeof outcome === 'string' ? outcome : 'failed' in outcome ? 'failed' : 'refused']++
        answer(outcome)
      }
      const { events } = batch
      if (events.length > 0) this.#onAccepted(events)
    }
  }

  async #write(bytes: Buffer): Promise<void> {
    const start = performance.now()
    await this.#log.append(bytes)
    this.#commits.observe((performance.now() - start) / 1000)
  }
}
