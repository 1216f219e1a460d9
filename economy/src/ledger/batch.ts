import type { LedgerEvent } from '../../contract.ts'
import type { Book } from './book.ts'
import { Draft } from './draft.ts'
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

/** Events that are decided, and not yet on disk. */
export class Batch {
  readonly events: LedgerEvent[] = []
  readonly #lines: LineBuffer
  readonly #lineBytes: number[] = []
  readonly #book: Book
  readonly #draft: Draft
  readonly #byKey = new Map<string, LedgerEvent>()
  readonly #now: number

  /** The lines are those of the batch before, which is over. */
  constructor(book: Book, lines: LineBuffer, now: number) {
    lines.clear()
    this.#lines = lines
    this.#draft = new Draft(book.accounts)
    this.#book = book
    this.#now = now
  }

  /** What is to be written. */
  get bytes(): Buffer {
    return this.#lines.bytes
  }

  decide({ proposal, key, stipend }: Submission): Outcome {
    // First the key: a retry is answered by what became of its event, whatever the balance is by now.
    const known = key === undefined ? undefined : (this.#byKey.get(key) ?? this.#book.history.byKey(key))
    if (known !== undefined) return sameContent(known, proposal) ? 'accepted' : 'key used'
    const refused =
      (stipend && proposal.Type === 'Mint'
        ? stipendRefusal(this.#draft, proposal.To, this.#now)
        : undefined) ?? refusal(this.#draft, proposal)
    if (refused !== undefined) return { refused }
    this.#record({ ...proposal, Id: newId(), Time: this.#now, ...(key !== undefined && { Key: key }) })
    return 'accepted'
  }

  /** Makes the batch what everyone sees. */
  settle(): void {
    const enter = (user: string) => this.#draft.enter(user)
    let index = 0
    for (const event of this.events) this.#book.record(event, this.#lineBytes[index++] ?? 0, enter)
  }

  #record(event: LedgerEvent): void {
    this.#draft.apply(event)
    this.events.push(event)
    this.#lineBytes.push(this.#lines.add(encodeLine(event)))
    if (event.Key !== undefined) this.#byKey.set(event.Key, event)
  }
}
