import type { LedgerEvent } from '../../contract.ts'
import { Accounts } from './accounts.ts'
import type { Proposal } from './event.ts'
import type { History } from './history.ts'
import { newId } from './id.ts'
import { encodeLine, sameContent } from './line.ts'
import type { Log } from './log.ts'
import { refusal, stipendRefusal } from './rules.ts'

/**
 * The most proposals that one write takes. Enough that the disk's latency is shared by all who wait, and few enough
 * that deciding on them does not hold up the connections.
 */
const BATCH_EVENTS = 1024

/** Why a proposal was not recorded. */
export type Outcome =
  | 'accepted'
  /** The rules do not allow it, for this reason. */
  | { refused: string }
  /** Its idempotency key stands for another event. */
  | 'key used'
  /** The disk did not take the batch that it was in. */
  | 'not written'
  | 'closed'

export interface Submission {
  proposal: Proposal
  /** The idempotency key it came with. */
  key?: string | undefined
  /** Whether it claims a stipend, which is allowed once in a cooldown. */
  stipend?: boolean
}

interface Waiting extends Submission {
  answer: (outcome: Outcome) => void
}

export interface LedgerOptions {
  accounts: Accounts
  history: History
  log: Log
  /** Told of each batch after its proposals are answered; never empty. */
  onAccepted: (events: readonly LedgerEvent[]) => void
  /** Told of an append that failed. */
  onFailure: (error: unknown) => void
  /** Unix time in milliseconds. */
  now: () => number
}

/**
 * The ledger: decides proposals in the order they come, and records what the rules allow.
 *
 * Proposals wait while a batch is being written and are then decided and written together, on a layer over the accounts
 * that becomes theirs once the batch is on disk. All of a batch are answered then, the refused ones too, because what
 * they were refused for may be an event of the same batch; when the write fails, none of it has happened.
 */
export class Ledger {
  readonly #accounts: Accounts
  readonly #history: History
  readonly #log: Log
  readonly #onAccepted: LedgerOptions['onAccepted']
  readonly #onFailure: LedgerOptions['onFailure']
  readonly #now: () => number
  #waiting: Waiting[] = []
  #running: Promise<void> | undefined
  #closed = false

  constructor(options: LedgerOptions) {
    this.#accounts = options.accounts
    this.#history = options.history
    this.#log = options.log
    this.#onAccepted = options.onAccepted
    this.#onFailure = options.onFailure
    this.#now = options.now
  }

  /** The balance of a user on disk, in micro-units. */
  balance(user: string): bigint {
    return this.#accounts.balance(user)
  }

  /** The events on disk: see `History.recent`. */
  recent(user: string | undefined, before: string | undefined): Promise<LedgerEvent[] | undefined> {
    return this.#history.recent(user, before)
  }

  /** Decides a proposal, records it when it is allowed, and answers when that is on disk. Never rejects. */
  submit(submission: Submission): Promise<Outcome> {
    if (this.#closed) return Promise.resolve('closed')
    return new Promise((answer) => {
      this.#waiting.push({ ...submission, answer })
      this.#running ??= this.#run()
    })
  }

  /** Takes no more proposals, and waits until those it has are answered. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#running
  }

  async #run(): Promise<void> {
    // What arrives in one turn of the event loop shares the first write.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0) await this.#runBatch(this.#waiting.splice(0, BATCH_EVENTS))
    this.#running = undefined
  }

  async #runBatch(waiting: readonly Waiting[]): Promise<void> {
    const batch = new Batch(this.#accounts, this.#history, this.#now())
    let outcomes: Outcome[]
    try {
      outcomes = waiting.map((submission) => batch.decide(submission))
      if (batch.lines.length > 0) await this.#log.append(Buffer.from(batch.lines.join('')))
    } catch (error) {
      this.#onFailure(error)
      for (const { answer } of waiting) answer('not written')
      return
    }
    batch.settle()
    for (const [index, { answer }] of waiting.entries()) answer(outcomes[index] ?? 'not written')
    if (batch.events.length > 0) this.#onAccepted(batch.events)
  }
}

/** Events that are decided, and not yet on disk. */
class Batch {
  readonly events: LedgerEvent[] = []
  readonly lines: string[] = []
  readonly #history: History
  readonly #layer: Accounts
  readonly #byKey = new Map<string, LedgerEvent>()
  readonly #now: number

  constructor(accounts: Accounts, history: History, now: number) {
    this.#layer = new Accounts(accounts)
    this.#history = history
    this.#now = now
  }

  decide({ proposal, key, stipend }: Submission): Outcome {
    // First the key: a retry is answered by what became of its event, whatever the balance is by now.
    const known = key === undefined ? undefined : (this.#byKey.get(key) ?? this.#history.byKey(key))
    if (known !== undefined) return sameContent(known, proposal) ? 'accepted' : 'key used'
    const refused =
      (stipend && proposal.Type === 'Mint'
        ? stipendRefusal(this.#layer, proposal.To, this.#now)
        : undefined) ?? refusal(this.#layer, proposal)
    if (refused !== undefined) return { refused }
    this.#record({ ...proposal, Id: newId(), Time: this.#now, ...(key !== undefined && { Key: key }) })
    return 'accepted'
  }

  /** Makes the batch what everyone sees. */
  settle(): void {
    this.#layer.settle()
    for (const [index, event] of this.events.entries()) {
      this.#history.add(event, Buffer.byteLength(this.lines[index] ?? ''))
    }
  }

  #record(event: LedgerEvent): void {
    this.#layer.apply(event)
    this.events.push(event)
    this.lines.push(encodeLine(event))
    if (event.Key !== undefined) this.#byKey.set(event.Key, event)
  }
}
