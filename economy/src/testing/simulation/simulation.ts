import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Chain } from '../../ledger/file/chain.ts'
import type { StoredBatch } from '../../replicated/store.ts'
import { contradictions, type LoggedEvent } from '../history.ts'
import { SimulatedClients } from './clients.ts'
import { type Installation, inflict } from './faults.ts'
import { Network } from './network.ts'
import { leaveBehind, SimulatedProcess } from './process.ts'
import { Scheduler } from './scheduler.ts'
import { Server } from './server.ts'
import type { Mistake } from './store.ts'

const clientCount = 4

/** Time for faults, and then for everything to work again. */
const faultyMs = 8_000
const recoveryMs = 20_000

/** A writer, standbys, three servers and clients in simulated time. */
export class Simulation implements Installation {
  readonly scheduler: Scheduler
  readonly network: Network
  readonly servers: readonly Server[]
  primary: Server
  processes: SimulatedProcess[] = []
  isOperated = false
  readonly #all: SimulatedProcess[] = []
  readonly #directory: string
  readonly #mistake: Mistake | undefined

  constructor(seed: number, mistake?: Mistake) {
    this.scheduler = new Scheduler(seed)
    this.network = new Network(this.scheduler)
    this.#mistake = mistake
    this.#directory = mkdtempSync(join(tmpdir(), 'simulation-'))
    this.primary = new Server('one', this.scheduler)
    this.servers = [this.primary, new Server('two', this.scheduler), new Server('three', this.scheduler)]
    for (const server of this.servers) if (server !== this.primary) server.follow(this.primary)
    this.processes = [0, 1, 2].map(() => this.start())
  }

  /** Starts a process, on the disk of `former` if there is one. */
  start(former?: SimulatedProcess): SimulatedProcess {
    const name = `process-${this.#all.length}`
    const directory = join(this.#directory, name)
    if (former === undefined) mkdirSync(directory)
    else leaveBehind(former.directory, directory, this.scheduler)
    const { scheduler, network, servers } = this
    const process = new SimulatedProcess(name, directory, {
      scheduler,
      network,
      servers,
      mistake: this.#mistake,
    })
    this.#all.push(process)
    return process
  }

  /** Returns a sentence for each violation. */
  async run(): Promise<string[]> {
    const { scheduler } = this
    const clients = new SimulatedClients(clientCount, scheduler, () => this.processes)
    try {
      let isMended = false
      inflict(this, faultyMs).then(() => {
        isMended = true
      })
      await scheduler.runUntil(() => isMended)
      clients.stop()
      const latest = scheduler.now + recoveryMs
      const isOver = () => (clients.areDone && this.#isComplete()) || scheduler.now > latest
      await scheduler.runUntil(isOver)
      const found = [...clients.wrong]
      if (!clients.areDone) found.push(`there was no answer for ${recoveryMs} ms`)
      if (!this.#isComplete()) found.push(`the standbys were not complete after ${recoveryMs} ms`)
      return [
        ...found,
        ...this.#wrongLog(),
        ...contradictions(this.#log(), clients.operations),
        ...this.#wrongCopies(),
      ]
    } finally {
      await this.#end()
    }
  }

  get #batches(): StoredBatch[] {
    return [...this.primary.tables.batches.values()].toSorted((one, other) => one.sequence - other.sequence)
  }

  /** Whether a process writes, and all have a complete copy on disk. */
  #isComplete(): boolean {
    const roles = this.processes.map(({ member }) => member.role)
    return (
      roles.some(({ role }) => role === 'writer') &&
      roles.every(
        (role) =>
          role.role !== 'starting' &&
          role.copy.sequence === this.primary.tables.batches.size &&
          role.copy.waitingBytes === 0,
      )
    )
  }

  #wrongLog(): string[] {
    const found: string[] = []
    const chain = Chain.withoutFile()
    let epoch = 0
    for (const [index, batch] of this.#batches.entries()) {
      chain.add(batch.lines)
      if (batch.sequence !== index + 1) found.push(`batch ${index + 1} is missing`)
      if (!batch.hash.equals(chain.hash)) found.push(`batch ${batch.sequence} has another hash`)
      if (batch.epoch < epoch) found.push(`batch ${batch.sequence} was appended by a former writer`)
      epoch = batch.epoch
    }
    return found
  }

  #wrongCopies(): string[] {
    const log = Buffer.concat(this.#batches.map(({ lines }) => lines))
    return this.processes
      .filter(({ directory }) => !readFileSync(join(directory, 'ledger')).equals(log))
      .map(({ machine }) => `the copy of ${machine.name} is not the log`)
  }

  #log(): LoggedEvent[] {
    const text = Buffer.concat(this.#batches.map(({ lines }) => lines)).toString()
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => {
        const event = JSON.parse(line.slice(line.indexOf(' ')))
        return { ...event, Amount: BigInt(event.Amount) }
      })
  }

  async #end(): Promise<void> {
    const closing = Promise.all(this.#all.map(({ member }) => member.close()))
    this.network.shutDown()
    await closing
    rmSync(this.#directory, { recursive: true })
  }
}
