import type { Outcome } from '../../ledger/batch.ts'
import type { Proposal } from '../../ledger/event.ts'
import type { Operation } from '../history.ts'
import type { SimulatedProcess } from './process.ts'
import type { Scheduler } from './scheduler.ts'

const users = ['a', 'b', 'c']

/** Time after which a client stops waiting for an answer. */
const patienceMs = 3_000

/** Age of balances that a page accepts from a standby. */
const pageMs = 1_000

/** An attempt that the process may still receive. */
interface Attempt {
  isOver: boolean
}

/** Sends payments, mints and reads to the processes, and records them. */
export class SimulatedClients {
  readonly operations: Operation[] = []
  /** Answers that no order of events can explain. */
  readonly wrong: string[] = []
  readonly #scheduler: Scheduler
  readonly #processes: () => readonly SimulatedProcess[]
  /** Longest time between two requests of a client. */
  readonly #thinkMs: number
  #isStopping = false
  #running = 0

  constructor(count: number, scheduler: Scheduler, processes: () => readonly SimulatedProcess[]) {
    this.#scheduler = scheduler
    this.#processes = processes
    this.#thinkMs = scheduler.pick([150, 300, 2_000])
    for (let client = 0; client < count; client++) void this.#run(client)
  }

  /** Lets clients finish the requests in progress. */
  stop(): void {
    this.#isStopping = true
  }

  get areDone(): boolean {
    return this.#running === 0
  }

  async #run(client: number): Promise<void> {
    this.#running++
    const scheduler = this.#scheduler
    for (let n = 0; !this.#isStopping; n++) {
      const user = scheduler.pick(users)
      const Amount = BigInt(Math.floor(scheduler.between(1, 40)))
      if (scheduler.chance(0.35)) await this.#read(user, scheduler.chance(0.4) ? pageMs : 0)
      else if (scheduler.chance(0.4))
        await this.#write(`${client}-${n}`, user, { Type: 'Mint', To: user, Amount, Note: 'n' })
      else {
        const To = scheduler.pick(users.filter((each) => each !== user))
        await this.#write(`${client}-${n}`, user, { Type: 'Transaction', From: user, To, Amount, Note: 'n' })
      }
      await scheduler.sleep(scheduler.between(5, this.#thinkMs))
    }
    this.#running--
  }

  async #read(user: string, mayBeOldMs: number): Promise<void> {
    const operation: Operation = {
      user,
      mayBeOldMs,
      began: this.#scheduler.now,
      ended: Number.POSITIVE_INFINITY,
      answer: 'unknown',
    }
    this.operations.push(operation)
    const balance = await this.#ask<bigint>(({ serving }, answer) => {
      const { book, copy } = serving
      const readable = book ?? (copy && copy.ageMs <= mayBeOldMs ? copy.book : undefined)
      answer(readable && BigInt(readable.balance(user).toString()))
    })
    operation.ended = this.#scheduler.now
    if (balance !== undefined) operation.answer = { balance }
  }

  /** Repeats a request with its key until its outcome is known. */
  async #write(key: string, user: string, proposal: Proposal): Promise<void> {
    const operation: Operation = {
      key,
      user,
      began: this.#scheduler.now,
      ended: Number.POSITIVE_INFINITY,
      answer: 'unknown',
    }
    this.operations.push(operation)
    const attempts: Attempt[] = []
    for (;;) {
      const outcome = await this.#ask<Outcome>(({ serving }, answer) => {
        if (serving.ledger === undefined) answer(undefined)
        else serving.ledger.submit({ proposal, key }, answer)
      }, attempts)
      if (outcome === 'accepted') operation.answer = 'accepted'
      else if (outcome === 'key used') this.wrong.push(`${key} was used for another event`)
      else if (typeof outcome === 'object' && 'failed' in outcome) this.wrong.push(String(outcome.failed))
      // A refusal is final only when no earlier request can still arrive.
      else if (typeof outcome === 'object' && attempts.every(({ isOver }) => isOver))
        operation.answer = outcome
      if (operation.answer !== 'unknown' || outcome === 'key used') break
      await this.#scheduler.sleep(this.#scheduler.between(5, 120))
    }
    operation.ended = this.#scheduler.now
  }

  /** Sends a request to one of the processes. Returns undefined if there is no answer. */
  #ask<T>(
    serve: (process: SimulatedProcess, answer: (result: T | undefined) => void) => void,
    attempts: Attempt[] = [],
  ): Promise<T | undefined> {
    const scheduler = this.#scheduler
    const process = scheduler.pick(this.#processes())
    const attempt = { isOver: false }
    attempts.push(attempt)
    return new Promise((resolve) => {
      scheduler.after(patienceMs, () => resolve(undefined))
      process.machine.onDeath(() => {
        attempt.isOver = true
        resolve(undefined)
      })
      scheduler.after(scheduler.latency(), () =>
        process.machine.run(() =>
          serve(process, (result) => {
            attempt.isOver = true
            // Some answers are lost.
            if (!scheduler.chance(0.03)) scheduler.after(scheduler.latency(), () => resolve(result))
          }),
        ),
      )
    })
  }
}
