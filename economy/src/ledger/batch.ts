import type { LedgerEvent } from '../../contract.ts'
import type { Draft, Party } from './draft.ts'
import type { Proposal } from './event.ts'
import type { LineBuffer } from './file/line-buffer.ts'
import type { Book } from './index/book.ts'
import { encodeLine, sameContent } from './line.ts'
import { refusal, stipendRefusal } from './rules.ts'
import { newId } from './values/id.ts'

/** Result of a submission. */
export type Outcome =
  | 'accepted'
  /** Refused by the rules, with the reason. */
  | { refused: string }
  /** Its idempotency key belongs to another event. */
  | 'key used'
  /** The decision threw an error, for example because the event of its key is damaged on disk. */
  | { failed: unknown }
  /** The batch could not be written. */
  | 'not written'
  | 'closed'

export interface Submission {
  proposal: Proposal
  /** The idempotency key of the request. */
  key?: string | undefined
  /** Minimum time between two stipends of a user. Set for stipend claims only. */
  stipendIntervalMs?: number
}

interface Decided {
  event: LedgerEvent
  /** Length of its line in bytes. */
  lineBytes: number
  from: Party | undefined
  to: Party | undefined
}

interface BatchOptions {
  /** Contains the events of a batch that is being written. */
  draft: Draft
  lines: LineBuffer
  /** Unix time in milliseconds. */
  now: number
  /** Keys of a batch that is being written. */
  earlierKeys: ReadonlyMap<string, LedgerEvent> | undefined
}

/** Events that are decided, but not yet on disk. */
export class Batch {
  readonly #decided: Decided[] = []
  readonly #lines: LineBuffer
  readonly #book: Book
  readonly #draft: Draft
  readonly #byKey = new Map<string, LedgerEvent>()
  readonly #earlierKeys: ReadonlyMap<string, LedgerEvent> | undefined
  readonly #now: number

  /** Clears the line buffer, which no other batch may use. */
  constructor(book: Book, { draft, lines, now, earlierKeys }: BatchOptions) {
    lines.clear()
    this.#lines = lines
    this.#draft = draft
    this.#book = book
    this.#now = now
    this.#earlierKeys = earlierKeys
  }

  /** The events with an idempotency key. */
  get keys(): ReadonlyMap<string, LedgerEvent> {
    return this.#byKey
  }

  get events(): LedgerEvent[] {
    return this.#decided.map(({ event }) => event)
  }

  /** The lines to write. Empty if all submissions were refused. */
  get bytes(): Buffer {
    return this.#lines.bytes
  }

  /** Decides a submission. A failed one leaves no trace in the batch. */
  decide(submission: Submission): Outcome {
    try {
      return this.#decide(submission)
    } catch (error) {
      return { failed: error }
    }
  }

  /** Makes the batch visible to readers. */
  settle(): void {
    const draft = this.#draft
    for (const { event, lineBytes, from, to } of this.#decided) {
      this.#book.record(event, lineBytes, draft.enter(from), draft.enter(to))
    }
  }

  #decide({ proposal, key, stipendIntervalMs }: Submission): Outcome {
    // The key comes first: a retry gets the result of its event, whatever the balance is by then.
    const known = key === undefined ? undefined : this.#eventOf(key)
    if (known !== undefined) return sameContent(known, proposal) ? 'accepted' : 'key used'
    const refused =
      (stipendIntervalMs !== undefined && proposal.Type === 'Mint'
        ? stipendRefusal(this.#draft, proposal.To, { now: this.#now, intervalMs: stipendIntervalMs })
        : undefined) ?? refusal(this.#draft, proposal)
    if (refused !== undefined) return { refused }
    this.#record({ ...proposal, Id: newId(), Time: this.#now, ...(key !== undefined && { Key: key }) })
    return 'accepted'
  }

  #eventOf(key: string): LedgerEvent | undefined {
    return this.#byKey.get(key) ?? this.#earlierKeys?.get(key) ?? this.#book.history.byKey(key)
  }

  #record(event: LedgerEvent): void {
    const line = encodeLine(event)
    const from = event.Type === 'Mint' ? undefined : this.#draft.party(event.From)
    const to = event.Type === 'Burn' ? undefined : this.#draft.party(event.To)
    this.#draft.apply(event, from, to)
    this.#decided.push({ event, from, to, lineBytes: this.#lines.add(line) })
    if (event.Key !== undefined) this.#byKey.set(event.Key, event)
  }
}
