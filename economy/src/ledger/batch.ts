import type { LedgerEvent } from '../../contract.ts'
import type { Book } from './book.ts'
import type { Draft, Party } from './draft.ts'
import type { Proposal } from './event.ts'
import { newId } from './id.ts'
import { encodeLine, sameContent } from './line.ts'
import type { LineBuffer } from './line-buffer.ts'
import { refusal, stipendRefusal } from './rules.ts'

/** What became of a proposal. */
export type Outcome =
  | 'accepted'
  /** The rules do not allow it, for this reason. */
  | { refused: string }
  /** Its idempotency key stands for another event. */
  | 'key used'
  /** Deciding it threw: for instance, the event of its key is damaged on disk. */
  | { failed: unknown }
  /** The disk did not take the batch that it was in. */
  | 'not written'
  | 'closed'

export interface Submission {
  proposal: Proposal
  /** The idempotency key it came with. */
  key?: string | undefined
  /** Set on a claim of the stipend: the time between two claims of one user. */
  stipendIntervalMs?: number
}

interface Decided {
  event: LedgerEvent
  /** The length of its line. */
  lineBytes: number
  from: Party | undefined
  to: Party | undefined
}

/** Events that are decided, and not yet on disk. */
export class Batch {
  readonly #decided: Decided[] = []
  readonly #lines: LineBuffer
  readonly #book: Book
  readonly #draft: Draft
  readonly #byKey = new Map<string, LedgerEvent>()
  readonly #now: number

  /** The lines are those of the batch before, which is over. */
  constructor(book: Book, draft: Draft, lines: LineBuffer, now: number) {
    lines.clear()
    this.#lines = lines
    this.#draft = draft
    this.#book = book
    this.#now = now
  }

  get events(): LedgerEvent[] {
    return this.#decided.map(({ event }) => event)
  }

  /** What is to be written; nothing when all were refused. */
  get bytes(): Buffer {
    return this.#lines.bytes
  }

  /** Decides a submission. One that fails leaves nothing in the batch. */
  decide(submission: Submission): Outcome {
    try {
      return this.#decide(submission)
    } catch (error) {
      return { failed: error }
    }
  }

  /** Makes the batch what everyone sees. */
  settle(): void {
    const draft = this.#draft
    for (const { event, lineBytes, from, to } of this.#decided) {
      this.#book.record(event, lineBytes, draft.enter(from), draft.enter(to))
    }
  }

  #decide({ proposal, key, stipendIntervalMs }: Submission): Outcome {
    // First the key: a retry is answered by what became of its event, whatever the balance is by now.
    const known = key === undefined ? undefined : (this.#byKey.get(key) ?? this.#book.history.byKey(key))
    if (known !== undefined) return sameContent(known, proposal) ? 'accepted' : 'key used'
    const refused =
      (stipendIntervalMs !== undefined && proposal.Type === 'Mint'
        ? stipendRefusal(this.#draft, proposal.To, { now: this.#now, intervalMs: stipendIntervalMs })
        : undefined) ?? refusal(this.#draft, proposal)
    if (refused !== undefined) return { refused }
    this.#record({ ...proposal, Id: newId(), Time: this.#now, ...(key !== undefined && { Key: key }) })
    return 'accepted'
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
