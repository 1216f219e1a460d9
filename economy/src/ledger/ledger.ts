import { Histogram } from '@baseplate/service/histogram'
import type { LedgerEvent } from '../../contract.ts'
import { Batch, type Outcome, type Submission } from './batch.ts'
import { Draft } from './draft.ts'
import { LineBuffer } from './file/line-buffer.ts'
import type { Book, Totals } from './index/book.ts'
import type { Log } from './log.ts'

/** Histogram buckets, from a fast disk with a write cache to a failing one. */
const commitSeconds = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
]

const noOutcomes = {
  accepted: 0,
  refused: 0,
  failed: 0,
  'key used': 0,
  'not written': 0,
  closed: 0,
  failures: 0,
}

interface Waiting {
  submission: Submission
  answer: (outcome: Outcome) => void
}

/** Submissions that are written together, and their outcomes if the write succeeds. */
interface Round {
  batch: Batch
  lines: LineBuffer
  waiting: Waiting[]
  outcomes: Outcome[]
}

export interface LedgerOptions {
  book: Book
  log: Log
  /** Called with the events of a batch, at least one, after its submissions got their results. */
  onAccepted: (events: readonly LedgerEvent[]) => void
  /** Called for each failure of the log: of an append, a confirmation or its closing. */
  onFailure: (error: unknown) => void
  /** Unix time in milliseconds. */
  now: () => number
}

/** Figures of a ledger for its metrics. */
export interface LedgerState {
  /** Submissions by outcome, and the number of failed appends. */
  outcomes: Readonly<
    Record<'accepted' | 'refused' | 'failed' | 'key used' | 'not written' | 'closed' | 'failures', number>
  >
  /** Seconds per written batch. */
  commits: Histogram
  totals: Totals
  /** The sum of all balances, in micro-units. */
  supply: bigint
  accounts: number
  bytes: number
  /** Submissions that wait for the current batch. */
  waiting: number
}

/**
 * Decides submissions in the order of their arrival, and records the events that the rules allow.
 *
 * Submissions are decided on a draft of the accounts. While a batch is being written, further submissions form the next one. Once a
 * batch is on disk, its events are recorded in the book and all its submissions get their results. Refusals wait too, because the
 * reason may be an event of the same batch, or of the one before. If the write fails, none of the batch has happened, and the next one
 * is decided again.
 */
export class Ledger {
  readonly #book: Book
  readonly #log: Log
  readonly #onAccepted: LedgerOptions['onAccepted']
  readonly #onFailure: LedgerOptions['onFailure']
  readonly #now: () => number
  readonly #commits = new Histogram(commitSeconds)
  readonly #counts = { ...noOutcomes }
  #draft: Draft
  #writing: Round | undefined
  #next: Round | undefined
  /** Not in use by a round. */
  #spareLines = [new LineBuffer(), new LineBuffer()]
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

  /** Counters since the ledger was opened, and the totals of its events, for monitoring. */
  get state(): LedgerState {
    return {
      outcomes: this.#counts,
      commits: this.#commits,
      waiting: this.#next?.waiting.length ?? 0,
      ...stateOf(this.#book),
    }
  }

  /**
   * Decides a submission, and reports the outcome once it is on disk. Uses a callback, because promises took a tenth of a
   * request's time.
   */
  submit(submission: Submission, answer: (outcome: Outcome) => void): void {
    if (this.#closed) {
      this.#counts.closed++
      answer('closed')
    } else {
      this.#next ??= this.#newRound(this.#spareLines.pop())
      take(this.#next, { submission, answer })
      this.#running ??= this.#run()
    }
  }

  /** Refuses further submissions, and waits until the pending ones have their outcomes. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#running
    await this.#log.close().catch(this.#onFailure)
  }

  async #run(): Promise<void> {
    // Submissions that arrive in the same turn of the event loop share the first write.
    await new Promise(setImmediate)
    let answerLast = () => {}
    while (this.#next !== undefined) {
      const round = this.#next
      this.#next = undefined
      this.#writing = round
      const ended = this.#writeRound(round)
      // Sending responses takes longer than the write, so it overlaps with the next one.
      answerLast()
      answerLast = await ended
    }
    this.#running = undefined
    answerLast()
  }

  /** Writes a round. Returns a function that reports the outcomes. */
  async #writeRound(round: Round): Promise<() => void> {
    const { batch, waiting, outcomes } = round
    let failed = false
    try {
      const { bytes } = batch
      if (bytes.length > 0) await this.#write(bytes)
      else this.#log.confirm()
    } catch (error) {
      failed = true
      this.#counts.failures++
      this.#onFailure(error)
    }
    if (!failed) batch.settle()
    this.#writing = undefined
    this.#spareLines.push(round.lines)
    if (failed || this.#draft.isLarge) this.#renewDraft()
    return () => {
      let index = 0
      for (const { answer } of waiting) {
        const outcome = failed ? 'not written' : (outcomes[index++] ?? 'not written')
        this.#counts[typeof outcome === 'string' ? outcome : 'failed' in outcome ? 'failed' : 'refused']++
        answer(outcome)
      }
      const { events } = batch
      if (!failed && events.length > 0) this.#onAccepted(events)
    }
  }

  /** Replaces the draft by the state on disk. The next round is decided again: it may depend on a round that was not written. */
  #renewDraft(): void {
    this.#draft = new Draft(this.#book.accounts)
    const next = this.#next
    if (next === undefined) return
    this.#next = this.#newRound(next.lines)
    for (const waiting of next.waiting) take(this.#next, waiting)
  }

  #newRound(lines = new LineBuffer()): Round {
    const keys = this.#writing?.batch.keys
    const batch = new Batch(this.#book, { draft: this.#draft, lines, now: this.#now(), earlierKeys: keys })
    return { batch, lines, waiting: [], outcomes: [] }
  }

  async #write(bytes: Buffer): Promise<void> {
    const start = performance.now()
    await this.#log.append(bytes)
    this.#commits.observe((performance.now() - start) / 1000)
  }
}

function take({ batch, waiting, outcomes }: Round, submitted: Waiting): void {
  waiting.push(submitted)
  outcomes.push(batch.decide(submitted.submission))
}

const stateOf = ({ accounts, history, totals }: Book) => ({
  totals,
  supply: accounts.supply,
  accounts: accounts.count,
  bytes: history.bytes,
})

/** Returns the state of a book that this process only copies. */
export const stateOfCopy = (book: Book): LedgerState => ({
  outcomes: noOutcomes,
  commits: new Histogram(commitSeconds),
  waiting: 0,
  ...stateOf(book),
})
