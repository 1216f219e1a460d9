import { Chain } from '../../ledger/file/chain.ts'
import { Fenced, type LogStore, type StoredBatch } from '../../replicated/store.ts'
import type { Machine } from './machine.ts'
import type { Connection, Network } from './network.ts'
import type { Scheduler } from './scheduler.ts'
import type { Server } from './server.ts'

/** Time after which a client gives up. */
const answerMs = 5_000

/** Mistakes that are made on purpose, so that tests show that the simulation finds them. */
export type Mistake =
  | 'lets a former writer append'
  | 'appends again when the answer is lost'
  | 'answers before the commit'
  | 'takes a cancelled commit for a durable one'
  | 'answers without a lease'

interface Parts {
  scheduler: Scheduler
  machine: Machine
  network: Network
  server: Server
  mistake: Mistake | undefined
}

/** A connection to a simulated server, with the statements of `PostgresStore`. */
export class SimulatedStore implements LogStore {
  readonly #parts: Parts
  readonly #connection: Connection
  readonly #rejects = new Set<(error: Error) => void>()
  #isLost = false
  /** Called when the copy is no longer being opened. Its file operations are not all listed by Node.js. */
  #isOpened: () => void
  /** Whether the copy on disk is being compared with the log. */
  #isComparing = false
  /** Statements of a connection run one after the other. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    const { machine, server } = parts
    this.#connection = { machine, server, session: server.connect(), lose: () => this.#lose() }
    parts.network.add(this.#connection)
    this.#isOpened = parts.scheduler.busy()
  }

  lease = () => {
    this.#isComparing = false
    return this.#opening(({ tables, clock }) => ({
      epoch: tables.epoch,
      isOpen: true,
      address: tables.writer.address,
      renewal: tables.writer.renewal,
      now: clock,
    }))
  }

  isWriterGone = () => this.#call(async (server) => server.tryLock(this.#connection.session))

  async takeLease(epoch: number): Promise<number | undefined> {
    const taken = await this.#call(async (server) => {
      const next = epoch + 1
      const how = await server.transact(
        [
          ['epoch', 'exclusive'],
          ['writer', 'exclusive'],
        ],
        (tables) =>
          tables.epoch === epoch
            ? { epoch: next, writer: { epoch: next, address: '', renewal: server.clock } }
            : undefined,
      )
      return how && this.#durable(how)
    })
    if (taken === undefined) return undefined
    const isFenced = this.#parts.mistake !== 'lets a former writer append'
    await this.#call(async (server) => {
      server.takeLock(this.#connection.session, { endsHolder: isFenced })
    })
    return epoch + 1
  }

  async renewLease(epoch: number, address: string): Promise<void> {
    const how = await this.#call(async (server) => {
      const how = await server.transact([['writer', 'exclusive']], ({ writer }) =>
        writer.epoch === epoch ? { writer: { epoch, address, renewal: server.clock } } : undefined,
      )
      return how && this.#durable(how)
    })
    if (how === undefined) throw new Fenced()
  }

  async releaseLease(epoch: number): Promise<void> {
    await this.#call((server) =>
      server.transact([['writer', 'exclusive']], ({ writer }) =>
        writer.epoch === epoch ? { writer: { epoch, address: '', renewal: 0 } } : undefined,
      ),
    )
    await this.#call(async (server) => server.unlock(this.#connection.session))
  }

  async append(batch: StoredBatch): Promise<void> {
    const { mistake } = this.#parts
    // The writer uses the buffer again.
    const appended = this.#append({ ...batch, lines: Buffer.from(batch.lines) })
    if (mistake === 'answers before the commit') return void appended.catch(() => undefined)
    if (mistake !== 'appends again when the answer is lost') return appended
    await appended.catch(async (error) => {
      if (error instanceof Fenced) throw error
      await new SimulatedStore(this.#parts).#appendAtTheEnd(batch)
    })
  }

  async #appendAtTheEnd({ epoch, lines }: StoredBatch): Promise<void> {
    const batches = await this.batchesAfter(0)
    const chain = Chain.withoutFile()
    for (const batch of batches) chain.add(batch.lines)
    chain.add(lines)
    const sequence = batches.length + 1
    await this.#append({ sequence, epoch, endsAt: chain.size, hash: chain.hash, lines: Buffer.from(lines) })
  }

  async #append(batch: StoredBatch): Promise<void> {
    const isFenced = this.#parts.mistake !== 'lets a former writer append'
    const how = await this.#call(async (server) => {
      const how = await server.transact(
        [
          ['epoch', 'shared'],
          [`batch ${batch.sequence}`, 'exclusive'],
        ],
        (tables) => {
          if (isFenced && tables.epoch !== batch.epoch) return undefined
          if (isFenced && tables.batches.has(batch.sequence)) throw new Error('duplicate key')
          return { batch }
        },
      )
      return how && this.#durable(how)
    })
    if (how === undefined) throw new Fenced()
  }

  batchesAfter = (sequence: number) => {
    const ask = ({ tables }: Server) => {
      const batches: StoredBatch[] = []
      for (let next = sequence + 1; ; next++) {
        const batch = tables.batches.get(next)
        if (batch === undefined) return batches
        batches.push(batch)
      }
    }
    return this.#isComparing ? this.#opening(ask) : this.#call(async (server) => ask(server))
  }

  head = (sequence: number) => {
    this.#isComparing = true
    return this.#opening(({ tables }) => tables.batches.get(sequence))
  }

  last = (bytesMax = Number.POSITIVE_INFINITY) => {
    this.#isComparing = true
    return this.#opening(({ tables }) => {
      for (let sequence = tables.batches.size; ; sequence--) {
        const batch = tables.batches.get(sequence)
        if (batch === undefined || batch.endsAt <= bytesMax) return batch
      }
    })
  }

  standbys = async () => []

  /** Asks a question after which the copy may be opened. */
  async #opening<T>(ask: (server: Server) => T): Promise<T> {
    const answer = await this.#call(async (server) => ask(server))
    this.#isOpened = this.#parts.scheduler.busy()
    return answer
  }

  close = async () => {
    this.#isOpened()
    const { network, server } = this.#parts
    network.deliver(this.#connection, () => server.end(this.#connection.session))
    this.#lose()
  }

  #durable<How extends 'replicated' | 'cancelled'>(how: How): How {
    if (how === 'cancelled' && this.#parts.mistake !== 'takes a cancelled commit for a durable one') {
      throw new Error('the commit may not be durable')
    }
    return how
  }

  #lose(): void {
    this.#isLost = true
    for (const reject of this.#rejects) reject(new Error('the connection is lost'))
  }

  #call<T>(statement: (server: Server) => Promise<T>): Promise<T> {
    this.#isOpened()
    const { machine, network } = this.#parts
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    if (this.#isLost) reject(new Error('the connection is lost'))
    this.#rejects.add(reject)
    const cancel = machine.clock.after(answerMs, () => reject(new Error('no answer')))
    const answer = (settle: () => void) => network.deliver(this.#connection, () => machine.run(settle))
    const execute = () =>
      this.#execute(statement).then(
        (result) => answer(() => resolve(result)),
        (error) => answer(() => reject(error)),
      )
    const send = () => network.deliver(this.#connection, execute)
    this.#last.then(send, send)
    this.#last = promise
    const settled = () => {
      cancel()
      this.#rejects.delete(reject)
    }
    promise.then(settled, settled)
    return promise
  }

  async #execute<T>(statement: (server: Server) => Promise<T>): Promise<T> {
    const { server, session } = this.#connection
    if (!session.isOpen) throw new Error('the connection is lost')
    const result = await statement(server)
    if (!session.isOpen) throw new Error('the connection is lost')
    return result
  }
}
